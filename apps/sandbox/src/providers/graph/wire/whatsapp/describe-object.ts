import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { ProviderAnswer } from '../../../../http/provider-answer.ts';
import type { MediaFile } from '../../../../state/sandbox-state.ts';
import type { BusinessAccount, PhoneNumber } from '../../state/business-account.ts';
import { graphError } from '../graph-error.ts';

const MEDIA_URL_LIFETIME_S = 300;

/** Every field of a number that Graph can show. */
function numberFields(number: PhoneNumber): Record<string, unknown> {
  return {
    id: number.id,
    display_phone_number: `+${number.number.replace(/^(\d+?)(\d{3})(\d{3})(\d{4})$/, '$1 $2-$3-$4')}`,
    verified_name: number.verifiedName,
    quality_rating: number.qualityRating,
    name_status: 'APPROVED',
    code_verification_status: 'VERIFIED',
    status: number.registered ? 'CONNECTED' : 'PENDING',
    messaging_limit_tier: number.messagingLimitTier,
    whatsapp_business_manager_messaging_limit: number.messagingLimitTier,
    throughput: { level: 'STANDARD' },
    health_status: healthOf(number),
    platform_type: 'CLOUD_API',
    is_on_biz_app: number.isOnBizApp ?? false,
    ...(number.onboardedAtMs === undefined
      ? {}
      : { last_onboarded_time: new Date(number.onboardedAtMs).toISOString().replace('.000Z', '+0000') }),
    account_mode: 'LIVE',
    is_official_business_account: false,
  };
}

/** Whether Meta lets the number send, with its reasons. */
function healthOf({ id, wabaId, canSend = 'AVAILABLE', healthErrors = [] }: PhoneNumber) {
  const errors = healthErrors.length === 0 ? {} : { errors: healthErrors };
  return {
    can_send_message: canSend,
    entities: [
      { entity_type: 'PHONE_NUMBER', id, can_send_message: canSend, ...errors },
      { entity_type: 'WABA', id: wabaId, can_send_message: 'AVAILABLE' },
    ],
  };
}

/** A business account as Graph shows it: Meta says who pays only to those who may see it. */
export function describeAccount(account: BusinessAccount, query: unknown): ProviderAnswer {
  const { id, name, payment = 'set', marketing = 'ELIGIBLE' } = account;
  const asked = askedFields(query) ?? [];
  if (asked.includes('marketing_messages_onboarding_status'))
    return { status: 200, body: { id, marketing_messages_onboarding_status: marketing } };
  if (!asked.includes('primary_funding_id')) return { status: 200, body: { id, name } };
  if (payment === 'hidden')
    return graphError(10, { message: '(#10) Application does not have permission for this action' });
  return { status: 200, body: payment === 'set' ? { id, primary_funding_id: `7${id}` } : { id } };
}

/** The `fields` of a query, or null if there are none. */
export function askedFields(query: unknown): string[] | null {
  const fields = z.object({ fields: z.string() }).safeParse(query).data?.fields;
  return fields === undefined ? null : fields.split(',').map((field) => field.trim());
}

/** A number as Graph shows it: the requested fields, or the defaults. */
export function describeNumber(number: PhoneNumber, query: unknown): ProviderAnswer {
  const all = numberFields(number);
  const asked = askedFields(query) ?? ['display_phone_number', 'verified_name', 'quality_rating'];
  const unknown = asked.find((field) => !(field in all));
  if (unknown !== undefined) {
    return graphError(100, { message: `(#100) Tried accessing nonexisting field (${unknown})` });
  }
  return { status: 200, body: pick(all, ['id', ...asked]) };
}

/** A number as Graph lists it. */
export function listedNumber(number: PhoneNumber, query: unknown): Record<string, unknown> {
  const fields = ['display_phone_number', 'verified_name', 'quality_rating', 'code_verification_status', 'status'];
  return pick(numberFields(number), ['id', ...(askedFields(query) ?? fields)]);
}

/** A media object as Graph shows it; its `url` works for 5 minutes and needs the bearer token. */
export function describeMedia(media: MediaFile, origin: string, nowMs: number): ProviderAnswer {
  return {
    status: 200,
    body: {
      messaging_product: 'whatsapp',
      url: mediaUrl(media, origin, nowMs, 'getMedia'),
      mime_type: media.mimeType,
      sha256: createHash('sha256').update(media.bytes).digest('hex'),
      file_size: String(media.declaredBytes),
      id: media.id,
    },
  };
}

/** The download address of a media object. */
export function mediaUrl(media: MediaFile, origin: string, nowMs: number, source: string): string {
  const ext = Math.floor(nowMs / 1000) + MEDIA_URL_LIFETIME_S;
  return `${origin}/whatsapp_business/attachments/?mid=${media.id}&source=${source}&ext=${ext}&hash=${mediaHash(media.id, ext)}`;
}

/** The secret part of the download address. */
export function mediaHash(id: string, ext: number): string {
  return createHash('sha256').update(`${id}:${ext}`).digest('base64url').slice(0, 24);
}

function pick(all: Record<string, unknown>, fields: string[]): Record<string, unknown> {
  return Object.fromEntries(fields.filter((field) => field in all).map((field) => [field, all[field]]));
}
