import { z } from 'zod';
import { type OpenFile, openFile } from '../http/open-file.ts';
import { type ActOutcome, toActOutcome } from '../sent/act-outcome.ts';
import type { ReadResult, SendFailure, SendOutcome } from '../sent/send-outcome.ts';
import { type GraphOptions, makeGraphCaller } from './graph-call.ts';
import { type CallSettingsCalls, makeCallSettingsCalls } from './numbers/wa-call-settings.ts';
import { type HealthCalls, makeHealthCalls } from './numbers/wa-health.ts';
import { makeNumberCalls, type NumberCalls } from './numbers/wa-numbers.ts';
import { makeUsernameCalls, type UsernameCalls } from './numbers/wa-usernames.ts';
import { ListPage, readPages } from './read-pages.ts';
import { makeTemplateCalls, type TemplateCalls } from './template-calls.ts';
import type { WaThreadControl } from './threads/thread-control.ts';
import type { WaSendBody } from './wa-send-body.ts';

export type { GraphOptions } from './graph-call.ts';

const SendAnswer = z.looseObject({
  messages: z.array(z.looseObject({ id: z.string().min(1), message_status: z.unknown().optional() })).min(1),
  contacts: z
    .array(
      z.looseObject({ input: z.string().optional(), wa_id: z.string().optional(), user_id: z.string().optional() }),
    )
    .optional(),
});
/** Meta's state of a template that it holds, to see how the first people rate it (docs/reference/wa.md#held-templates). */
const HELD = 'held_for_quality_assessment';
const MarketingStatus = z.looseObject({ marketing_messages_onboarding_status: z.string().nullish().catch(null) });
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
const Done = z.looseObject({ success: z.literal(true) });
export type ReadFailure = SendFailure;
export type { ReadResult } from '../sent/send-outcome.ts';

const TEMPLATE_PAGE = 100;
const MAX_TEMPLATE_PAGES = 50;

const ThreadControlled = z.looseObject({ messaging_product: z.literal('whatsapp') });

const TEMPLATE_FIELDS = 'id,name,language,status,category,components,parameter_format,quality_score,rejected_reason';
/** Whether Graph refused a list because its version has no `correct_category`. */
const hasNoCorrectCategory = (result: ReadResult<unknown>): boolean =>
  !result.ok && result.failure.provider.code === 100 && result.failure.provider.message.includes('correct_category');

/** The calls of Meta's Graph API that wa needs (docs/reference/wa.md#calls). */
export interface WhatsappCloudClient extends TemplateCalls, NumberCalls, HealthCalls, UsernameCalls, CallSettingsCalls {
  /** `timeoutMs` overrides the client's timeout. */
  sendMessage(phoneNumberId: string, token: string, body: WaSendBody, timeoutMs?: number): Promise<SendOutcome>;
  /**
   * Sends a marketing template by the Marketing Messages API; Meta sends it like any message where the account is not
   * onboarded.
   */
  sendMarketing(phoneNumberId: string, token: string, body: WaSendBody, timeoutMs?: number): Promise<SendOutcome>;
  /** Whether the account has accepted the terms of that API, in Meta's word, such as ONBOARDED; null: it does not say. */
  getMarketingStatus(wabaId: string, token: string): Promise<ReadResult<string | null>>;
  /** Marks the customer's message and earlier ones as read; with `typing` shows the sign for 25 s, or until the next message. */
  markRead(
    phoneNumberId: string,
    token: string,
    given: { messageId: string; typing: boolean },
    limitMs?: number,
  ): Promise<ActOutcome>;
  /** Rejects a call that rings. */
  rejectCall(phoneNumberId: string, token: string, callId: string, limitMs?: number): Promise<ActOutcome>;
  /** Takes, passes or releases the thread with a person (docs/reference/threads.md#acts). */
  controlThread(phoneNumberId: string, token: string, body: WaThreadControl, limitMs?: number): Promise<ActOutcome>;
  /** Every template, following the provider's paging; with `name` those whose name contains it. */
  listTemplates(wabaId: string, token: string, name?: string): Promise<ReadResult<GraphTemplate[]>>;
  subscribeApp(wabaId: string, token: string): Promise<ReadResult<unknown>>;
  unsubscribeApp(wabaId: string, token: string): Promise<ReadResult<unknown>>;
  resolveMedia(mediaId: string, phoneNumberId: string, token: string): Promise<ReadResult<z.infer<typeof Media>>>;
  /** Opens a media address with the bearer; null when the provider no longer has it. */
  openMedia(url: string, token: string): Promise<OpenFile | null>;
}

function toAccepted(body: unknown): SendOutcome | null {
  const parsed = SendAnswer.safeParse(body);
  const [message] = parsed.data?.messages ?? [];
  if (!parsed.success || !message) return null;
  const [contact] = parsed.data.contacts ?? [];
  return {
    kind: 'accepted',
    providerMessageId: message.id,
    ...(message.message_status === HELD ? { isHeld: true as const } : {}),
    recipientAlias: contact?.wa_id ? `+${contact.wa_id.replace(/^\+/, '')}` : (contact?.user_id ?? null),
  };
}

export function makeWhatsappCloudClient(options: GraphOptions): WhatsappCloudClient {
  const { timeoutMs, dispatcher } = options;
  const { read, send } = makeGraphCaller(options);
  return {
    ...makeTemplateCalls({ read }),
    ...makeNumberCalls({ read }, options.version),
    ...makeHealthCalls({ read }),
    ...makeUsernameCalls({ read }),
    ...makeCallSettingsCalls({ read }),
    sendMessage: (phoneNumberId, token, body, limitMs) =>
      send({ method: 'POST', path: `${phoneNumberId}/messages`, token, body, timeoutMs: limitMs }, toAccepted),
    sendMarketing: (phoneNumberId, token, body, limitMs) =>
      send(
        {
          method: 'POST',
          path: `${phoneNumberId}/marketing_messages`,
          token,
          body: { ...body, product_policy: 'CLOUD_API_FALLBACK' },
          timeoutMs: limitMs,
        },
        toAccepted,
      ),
    async getMarketingStatus(wabaId, token) {
      const answer = await read(MarketingStatus, {
        method: 'GET',
        path: encodeURIComponent(wabaId),
        token,
        query: { fields: 'marketing_messages_onboarding_status' },
      });
      return answer.ok ? { ok: true, value: answer.value.marketing_messages_onboarding_status ?? null } : answer;
    },
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
    controlThread: async (phoneNumberId, token, body, limitMs) =>
      toActOutcome(
        await read(ThreadControlled, {
          method: 'POST',
          path: `${phoneNumberId}/thread_control`,
          token,
          body,
          timeoutMs: limitMs,
        }),
      ),
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
    listTemplates(wabaId, token, name) {
      const readPage = (fields: string, after: string | undefined) =>
        read(ListPage, {
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
      return readPages(Template, MAX_TEMPLATE_PAGES, async (after) => {
        const result = await readPage(`${TEMPLATE_FIELDS},correct_category`, after);
        return hasNoCorrectCategory(result) ? readPage(TEMPLATE_FIELDS, after) : result;
      });
    },
  };
}
