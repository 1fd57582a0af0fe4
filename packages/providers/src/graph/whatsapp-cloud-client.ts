import { z } from 'zod';
import { type ActOutcome, toActOutcome } from '../act-outcome.ts';
import { type OpenFile, openFile } from '../open-file.ts';
import type { ReadResult, SendFailure, SendOutcome } from '../send-outcome.ts';
import { type GraphOptions, makeGraphCaller } from './graph-call.ts';
import { makeTemplateCalls, type TemplateCalls } from './template-calls.ts';
import type { WaSendBody } from './wa-send-body.ts';

export type { GraphOptions } from './graph-call.ts';

const SendAnswer = z.looseObject({
  messages: z.array(z.looseObject({ id: z.string().min(1) })).min(1),
  contacts: z
    .array(
      z.looseObject({ input: z.string().optional(), wa_id: z.string().optional(), user_id: z.string().optional() }),
    )
    .optional(),
});
const PhoneNumber = z.looseObject({
  id: z.string(),
  display_phone_number: z.string().optional(),
  verified_name: z.string().optional(),
});
const OptionalText = z.string().optional().catch(undefined);
const NumberQuality = z
  .looseObject({
    quality_rating: OptionalText,
    whatsapp_business_manager_messaging_limit: OptionalText,
    messaging_limit_tier: OptionalText,
  })
  .transform(({ quality_rating, whatsapp_business_manager_messaging_limit: ofPortfolio, messaging_limit_tier }) => ({
    quality_rating,
    messaging_limit: ofPortfolio ?? messaging_limit_tier,
  }));
/** The first version in which a number shows the limit of its portfolio; it no longer has `messaging_limit_tier`. */
const PORTFOLIO_LIMIT_SINCE = 24;
const Media = z.looseObject({
  url: z.string(),
  mime_type: z.string().optional(),
  file_size: z.union([z.string(), z.number()]).optional(),
});
const Template = z
  .object({
    id: z.string().nullable().catch(null),
    name: z.string(),
    language: z.string(),
    status: z.string().catch(''),
    category: z.string().catch(''),
    correct_category: z.string().nullable().catch(null),
    components: z.array(z.looseObject({ type: z.string(), text: z.string().optional() })).catch([]),
    quality_score: z.looseObject({ score: z.string() }).nullable().catch(null),
    rejected_reason: z.string().nullable().catch(null),
  })
  .transform(({ quality_score: quality, rejected_reason: rejectedReason, correct_category: correct, ...template }) => ({
    ...template,
    quality: quality?.score ?? null,
    rejectedReason,
    correctCategory: correct,
  }));
export type GraphTemplate = z.infer<typeof Template>;
const TemplatePage = z.looseObject({
  data: z.array(z.unknown()),
  paging: z
    .looseObject({ cursors: z.looseObject({ after: z.string().optional() }).optional(), next: z.string().optional() })
    .optional(),
});

const Done = z.looseObject({ success: z.literal(true) });

export type ReadFailure = SendFailure;
export type { ReadResult } from '../send-outcome.ts';

const TEMPLATE_PAGE = 100;
const MAX_TEMPLATE_PAGES = 50;

const TEMPLATE_FIELDS = 'id,name,language,status,category,components,parameter_format,quality_score,rejected_reason';
/** Whether Graph refused a list because its version has no `correct_category`. */
const hasNoCorrectCategory = (result: ReadResult<unknown>): boolean =>
  !result.ok && result.failure.provider.code === 100 && result.failure.provider.message.includes('correct_category');

/** The part of Meta's Graph API that wa needs (docs/reference/wa.md#calls). */
export interface WhatsappCloudClient extends TemplateCalls {
  /** `timeoutMs` overrides the client's timeout. */
  sendMessage(phoneNumberId: string, token: string, body: WaSendBody, timeoutMs?: number): Promise<SendOutcome>;
  /** Marks the customer's message and earlier ones as read; with `typing` shows the sign for 25 s, or until the next message. */
  markRead(
    phoneNumberId: string,
    token: string,
    given: { messageId: string; typing: boolean },
    limitMs?: number,
  ): Promise<ActOutcome>;
  /** Rejects a call that rings. */
  rejectCall(phoneNumberId: string, token: string, callId: string, limitMs?: number): Promise<ActOutcome>;
  getPhoneNumber(phoneNumberId: string, token: string): Promise<ReadResult<z.infer<typeof PhoneNumber>>>;
  /** The platform's rating of a number; `limitMs` overrides the client's timeout. */
  getNumberQuality(
    phoneNumberId: string,
    token: string,
    limitMs?: number,
  ): Promise<ReadResult<z.infer<typeof NumberQuality>>>;
  /** Every template, following the provider's paging; with `name` those whose name contains it. */
  listTemplates(wabaId: string, token: string, name?: string): Promise<ReadResult<GraphTemplate[]>>;
  subscribeApp(wabaId: string, token: string): Promise<ReadResult<unknown>>;
  unsubscribeApp(wabaId: string, token: string): Promise<ReadResult<unknown>>;
  resolveMedia(mediaId: string, phoneNumberId: string, token: string): Promise<ReadResult<z.infer<typeof Media>>>;
  /** Opens a media address with the bearer; null when the provider no longer has it. */
  openMedia(url: string, token: string): Promise<OpenFile | null>;
}

/** Graph refuses a query that names a field which its version does not have. */
const limitField = (version: string): string =>
  Number.parseInt(version.slice(1), 10) >= PORTFOLIO_LIMIT_SINCE
    ? 'whatsapp_business_manager_messaging_limit'
    : 'messaging_limit_tier';

function toAccepted(body: unknown): SendOutcome | null {
  const parsed = SendAnswer.safeParse(body);
  const [message] = parsed.data?.messages ?? [];
  if (!parsed.success || !message) return null;
  const [contact] = parsed.data.contacts ?? [];
  return {
    kind: 'accepted',
    providerMessageId: message.id,
    recipientAlias: contact?.wa_id ? `+${contact.wa_id.replace(/^\+/, '')}` : (contact?.user_id ?? null),
  };
}

export function makeWhatsappCloudClient(options: GraphOptions): WhatsappCloudClient {
  const { timeoutMs, dispatcher } = options;
  const { read, send } = makeGraphCaller(options);
  return {
    ...makeTemplateCalls({ read }),
    sendMessage: (phoneNumberId, token, body, limitMs) =>
      send({ method: 'POST', path: `${phoneNumberId}/messages`, token, body, timeoutMs: limitMs }, toAccepted),
    markRead: async (phoneNumberId, token, { messageId, typing }, limitMs) =>
      toActOutcome(
        await read(Done, {
          method: 'POST',
          path: `${phoneNumberId}/messages`,
          token,
          body: {
            messaging_product: 'whatsapp',
            status: 'read',
            message_id: messageId,
            ...(typing ? { typing_indicator: { type: 'text' } } : {}),
          },
          timeoutMs: limitMs,
        }),
      ),
    rejectCall: async (phoneNumberId, token, callId, limitMs) =>
      toActOutcome(
        await read(Done, {
          method: 'POST',
          path: `${phoneNumberId}/calls`,
          token,
          body: { messaging_product: 'whatsapp', call_id: callId, action: 'reject' },
          timeoutMs: limitMs,
        }),
      ),
    getPhoneNumber: (id, token) =>
      read(PhoneNumber, {
        method: 'GET',
        path: encodeURIComponent(id),
        token,
        query: { fields: 'id,display_phone_number,verified_name' },
      }),
    getNumberQuality: (id, token, limitMs) =>
      read(NumberQuality, {
        method: 'GET',
        path: encodeURIComponent(id),
        token,
        query: { fields: `quality_rating,${limitField(options.version)}` },
        timeoutMs: limitMs,
      }),
    subscribeApp: (wabaId, token) =>
      read(Done, { method: 'POST', path: `${encodeURIComponent(wabaId)}/subscribed_apps`, token }),
    unsubscribeApp: (wabaId, token) =>
      read(Done, { method: 'DELETE', path: `${encodeURIComponent(wabaId)}/subscribed_apps`, token }),
    resolveMedia: (mediaId, phoneNumberId, token) =>
      read(Media, {
        method: 'GET',
        path: encodeURIComponent(mediaId),
        token,
        query: { phone_number_id: phoneNumberId },
      }),
    openMedia: (url, token) =>
      openFile(url, { headers: { authorization: `Bearer ${token}`, 'user-agent': 'Parley/1' }, dispatcher, timeoutMs }),
    async listTemplates(wabaId, token, name) {
      const found: GraphTemplate[] = [];
      let after: string | undefined;
      const readPage = (fields: string) =>
        read(TemplatePage, {
          method: 'GET',
          path: `${encodeURIComponent(wabaId)}/message_templates`,
          token,
          query: {
            fields,
            ...(name === undefined ? {} : { name }),
            limit: String(TEMPLATE_PAGE),
            ...(after ? { after } : {}),
          },
        });
      for (let page = 0; page < MAX_TEMPLATE_PAGES; page++) {
        let result = await readPage(`${TEMPLATE_FIELDS},correct_category`);
        if (hasNoCorrectCategory(result)) result = await readPage(TEMPLATE_FIELDS);
        if (!result.ok) return result;
        found.push(...result.value.data.flatMap((entry) => Template.safeParse(entry).data ?? []));
        after = result.value.paging?.cursors?.after;
        // `after` is present on the last page too: only `next` shows that there are more.
        if (!result.value.paging?.next || !after) break;
      }
      return { ok: true, value: found };
    },
  };
}
