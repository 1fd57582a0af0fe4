import { createHmac } from 'node:crypto';
import type { Dispatcher } from 'undici';
import { z } from 'zod';
import { type OpenFile, openFile } from '../open-file.ts';
import { callProvider, ProviderSilent, silentProblem } from '../provider-request.ts';
import { type ReadResult, refused, type SendFailure, type SendOutcome } from '../send-outcome.ts';
import { graphFailure } from './graph-error.ts';
import type { WaSendBody } from './wa-send-body.ts';

export interface GraphOptions {
  baseUrl: string;
  /** Such as v23.0. */
  version: string;
  /** Adds `appsecret_proof` to every call. */
  appSecret?: string | undefined;
  timeoutMs: number;
  dispatcher?: Dispatcher;
}

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
const Media = z.looseObject({
  url: z.string(),
  mime_type: z.string().optional(),
  file_size: z.union([z.string(), z.number()]).optional(),
});
const Template = z.looseObject({
  name: z.string(),
  language: z.string(),
  status: z.string().catch(''),
  category: z.string().catch(''),
  components: z.array(z.looseObject({ type: z.string(), text: z.string().optional() })).catch([]),
});
export type GraphTemplate = z.infer<typeof Template>;
const TemplatePage = z.looseObject({
  data: z.array(z.unknown()),
  paging: z
    .looseObject({ cursors: z.looseObject({ after: z.string().optional() }).optional(), next: z.string().optional() })
    .optional(),
});

const Done = z.looseObject({ success: z.literal(true) });

/** A read of Graph that did not succeed. */
export type ReadFailure = SendFailure;
export type { ReadResult } from '../send-outcome.ts';

const TEMPLATE_PAGE = 100;
const MAX_TEMPLATE_PAGES = 50;

/** Meta's Graph API, as far as wa needs it (wa.md §1–3). */
export interface GraphClient {
  /** `timeoutMs` stands in for the client's own limit. */
  sendMessage(phoneNumberId: string, token: string, body: WaSendBody, timeoutMs?: number): Promise<SendOutcome>;
  getPhoneNumber(phoneNumberId: string, token: string): Promise<ReadResult<z.infer<typeof PhoneNumber>>>;
  /** Every template, following the provider's paging. */
  listTemplates(wabaId: string, token: string): Promise<ReadResult<GraphTemplate[]>>;
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
    recipientAlias: contact?.wa_id ? `+${contact.wa_id.replace(/^\+/, '')}` : (contact?.user_id ?? null),
  };
}

export function makeGraphClient({ baseUrl, version, appSecret, timeoutMs, dispatcher }: GraphOptions): GraphClient {
  const addressOf = (path: string, token: string, query: Record<string, string> = {}): string => {
    const proof: Record<string, string> = appSecret
      ? { appsecret_proof: createHmac('sha256', appSecret).update(token).digest('hex') }
      : {};
    const search = new URLSearchParams({ ...query, ...proof }).toString();
    return `${baseUrl}/${version}/${path}${search ? `?${search}` : ''}`;
  };
  const call = (
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    token: string,
    options: { query?: Record<string, string>; body?: unknown; timeoutMs?: number } = {},
  ) =>
    callProvider(addressOf(path, token, options.query), {
      method,
      headers: { authorization: `Bearer ${token}` },
      body: options.body,
      timeoutMs: options.timeoutMs ?? timeoutMs,
      dispatcher,
    });

  async function read<S extends z.ZodType>(
    schema: S,
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    token: string,
    query?: Record<string, string>,
  ): Promise<ReadResult<z.infer<S>>> {
    try {
      const answer = await call(method, path, token, query ? { query } : {});
      const parsed = schema.safeParse(answer.body);
      if (answer.status === 200 && parsed.success) return { ok: true, value: parsed.data };
      return { ok: false, failure: graphFailure(answer) };
    } catch (error) {
      if (!(error instanceof ProviderSilent)) throw error;
      return { ok: false, failure: { kind: 'unknown', provider: silentProblem('graph', error) } };
    }
  }

  return {
    async sendMessage(phoneNumberId, token, body, limitMs = timeoutMs) {
      try {
        const answer = await call('POST', `${phoneNumberId}/messages`, token, { body, timeoutMs: limitMs });
        return (answer.status === 200 ? toAccepted(answer.body) : null) ?? graphFailure(answer);
      } catch (error) {
        if (!(error instanceof ProviderSilent)) throw error;
        const provider = silentProblem('graph', error);
        return error.notSent ? refused(provider, { safeToRetry: true }) : { kind: 'unknown', provider };
      }
    },
    getPhoneNumber: (id, token) =>
      read(PhoneNumber, 'GET', encodeURIComponent(id), token, {
        fields: 'id,display_phone_number,verified_name,quality_rating',
      }),
    subscribeApp: (wabaId, token) => read(Done, 'POST', `${encodeURIComponent(wabaId)}/subscribed_apps`, token),
    unsubscribeApp: (wabaId, token) => read(Done, 'DELETE', `${encodeURIComponent(wabaId)}/subscribed_apps`, token),
    resolveMedia: (mediaId, phoneNumberId, token) =>
      read(Media, 'GET', encodeURIComponent(mediaId), token, { phone_number_id: phoneNumberId }),
    openMedia: (url, token) =>
      openFile(url, { headers: { authorization: `Bearer ${token}`, 'user-agent': 'Parley/1' }, dispatcher, timeoutMs }),
    async listTemplates(wabaId, token) {
      const found: GraphTemplate[] = [];
      let after: string | undefined;
      for (let page = 0; page < MAX_TEMPLATE_PAGES; page++) {
        const result = await read(TemplatePage, 'GET', `${encodeURIComponent(wabaId)}/message_templates`, token, {
          fields: 'id,name,language,status,category,components,parameter_format',
          limit: String(TEMPLATE_PAGE),
          ...(after ? { after } : {}),
        });
        if (!result.ok) return result;
        found.push(...result.value.data.flatMap((entry) => Template.safeParse(entry).data ?? []));
        after = result.value.paging?.cursors?.after;
        // `after` is there on the last page too: `next` alone says that there is more.
        if (!result.value.paging?.next || !after) break;
      }
      return { ok: true, value: found };
    },
  };
}
