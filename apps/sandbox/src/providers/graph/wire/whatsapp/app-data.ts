import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { ProviderAnswer } from '../../../../http/provider-answer.ts';
import type { PhoneNumber } from '../../state/business-account.ts';
import { badParameter, graphError } from '../graph-error.ts';

const Request = z.object({
  messaging_product: z.literal('whatsapp'),
  sync_type: z.enum(['smb_app_state_sync', 'history']),
});
const ASK_WITHIN_MS = 24 * 3_600_000;
const SECOND_MS = 1000;
/** Both directions together; the sandbox counts sends. */
const MAX_A_SECOND = 20;

/** POST /{phone-number-id}/smb_app_data: each kind once, within a day of the onboarding. */
export function requestAppData(number: PhoneNumber, body: unknown, nowMs: number): ProviderAnswer {
  const given = Request.safeParse(body);
  if (!given.success) return badParameter(`The parameter ${String(given.error.issues[0]?.path[0])} is not valid.`);
  if (!number.isOnBizApp) return badParameter('The number is not on the WhatsApp Business app.');
  const asked = number.appDataAsked ?? [];
  if (asked.includes(given.data.sync_type)) return graphError(2593107);
  if (number.onboardedAtMs !== undefined && nowMs - number.onboardedAtMs > ASK_WITHIN_MS) return graphError(2593108);
  number.appDataAsked = [...asked, given.data.sync_type];
  const request_id = `AMZ${randomBytes(12).toString('base64url')}`;
  return { status: 200, body: { messaging_product: 'whatsapp', request_id } };
}

/** Meta's limit of a number on the app; null: within it. */
export function refuseFastSend(number: PhoneNumber, nowMs: number): ProviderAnswer | null {
  if (!number.isOnBizApp) return null;
  const recent = (number.sentAtMs ?? []).filter((atMs) => atMs > nowMs - SECOND_MS);
  if (recent.length >= MAX_A_SECOND) return graphError(130429);
  number.sentAtMs = [...recent, nowMs];
  return null;
}
