import type { Dispatcher } from 'undici';
import { z } from 'zod';
import { FileRefused, type OpenFile, openFile } from '../http/open-file.ts';
import { callProvider, type ProviderAnswer, ProviderSilent, silentProblem } from '../http/provider-request.ts';
import { FileTooLarge, type StreamedFile, StreamedForm } from '../http/streamed-form.ts';
import { type ActOutcome, toActOutcome } from '../sent/act-outcome.ts';
import { failureWithoutReason, refused, type SendFailure, type SendOutcome } from '../sent/send-outcome.ts';
import { isAlreadyDone, type TelegramAct } from './telegram-acts.ts';
import { telegramAddress, telegramMessageId, telegramPollId } from './telegram-chat.ts';
import type { TelegramSend, TelegramUpload } from './telegram-send.ts';

export interface TelegramOptions {
  baseUrl: string;
  timeoutMs: number;
  dispatcher?: Dispatcher;
}

const Answer = z.union([
  z.looseObject({ ok: z.literal(true), result: z.unknown() }),
  z.looseObject({
    ok: z.literal(false),
    error_code: z.number(),
    description: z.string(),
    parameters: z
      .looseObject({ retry_after: z.number().optional(), migrate_to_chat_id: z.number().optional() })
      .optional(),
  }),
]);
const SentMessage = z.looseObject({
  message_id: z.int(),
  chat: z.looseObject({ id: z.int() }),
  business_connection_id: z.string().optional().catch(undefined),
  poll: z.looseObject({ id: z.string() }).optional().catch(undefined),
});
const Me = z.looseObject({ id: z.int(), username: z.string(), first_name: z.string().optional() });
const WebhookInfo = z.looseObject({ url: z.string() });
const FileAnswer = z.looseObject({ file_path: z.string().optional(), file_size: z.number().optional() });

type CallResult = { ok: true; result: unknown } | { ok: false; failure: SendFailure };

/** Updates that the webhook requests: the default omits reactions (docs/reference/tg.md#connecting). */
export const ALLOWED_UPDATES = [
  'message',
  'edited_message',
  'channel_post',
  'edited_channel_post',
  'callback_query',
  'message_reaction',
  'my_chat_member',
  'poll_answer',
  'business_connection',
  'business_message',
  'edited_business_message',
  'deleted_business_messages',
];

/** The calls of Telegram's Bot API that tg needs (docs/reference/tg.md#calls); ADR 3 says why there is no library. */
export interface TelegramClient {
  getMe(token: string): Promise<{ ok: true; id: string; username: string } | Extract<CallResult, { ok: false }>>;
  setWebhook(token: string, url: string, secretToken: string): Promise<CallResult>;
  /** The URL that receives the bot's updates; empty when there is none. */
  getWebhookUrl(token: string): Promise<{ ok: true; url: string } | Extract<CallResult, { ok: false }>>;
  deleteWebhook(token: string): Promise<CallResult>;
  /** `timeoutMs` overrides the client's timeout. */
  send(token: string, send: TelegramSend, timeoutMs?: number): Promise<SendOutcome>;
  /** {@link send} with a file of at most 50 MB, read while it is sent; the source is always closed. */
  sendFile(token: string, send: TelegramUpload, file: StreamedFile, timeoutMs?: number): Promise<SendOutcome>;
  /** Changes a message, or shows something in a chat; repeating an act is safe (docs/reference/tg.md#acts). */
  act(token: string, act: TelegramAct, limitMs?: number): Promise<ActOutcome>;
  answerCallbackQuery(token: string, callbackQueryId: string): Promise<CallResult>;
  /**
   * Opens a file by its id; null when the provider no longer has it or does not serve it (over 20 MB). Throws
   * {@link FileRefused}, {@link ProviderSilent}, and undici's errors, none of which contains the token.
   */
  openFile(token: string, fileId: string): Promise<OpenFile | null>;
}

/** Errors of a token: 401, and 404 for a malformed one (docs/reference/tg.md#errors). */
const isTokenError = (code: number, description: string): boolean =>
  code === 401 || (code === 404 && /^not found$/i.test(description));

function failureOf(answer: ProviderAnswer): SendFailure {
  const parsed = Answer.safeParse(answer.body);
  if (!parsed.success || parsed.data.ok) return failureWithoutReason('telegram', answer);
  const { error_code: code, description, parameters } = parsed.data;
  const retryAfterMs = parameters?.retry_after === undefined ? answer.retryAfterMs : parameters.retry_after * 1000;
  return refused(
    { name: 'telegram', status: answer.status, code, message: description },
    {
      channelBroken: isTokenError(code, description),
      safeToRetry: (code === 429 || code >= 500) && retryAfterMs !== null,
      retryAfterMs,
      migratedTo: parameters?.migrate_to_chat_id === undefined ? null : String(parameters.migrate_to_chat_id),
    },
  );
}

/**
 * Telegram's own 5xx may come after it has sent the message (docs/reference/tg.md#errors); with a retry hint it has not.
 */
const afterSend = (failure: SendFailure): SendFailure =>
  failure.kind === 'refused' && (failure.provider.status ?? 0) >= 500 && !failure.safeToRetry
    ? { kind: 'unknown', provider: failure.provider }
    : failure;

/** The largest upload that the Bot API accepts. */
const MAX_UPLOAD_BYTES = 50 * 1024 * 1024;

/** The form was not completed, so the message was certainly not sent. */
const unsent = (problem: unknown): SendFailure => {
  const message =
    problem instanceof FileTooLarge
      ? 'The file is larger than 50 MB, which is what Telegram takes.'
      : 'The file could not be read to its end.';
  return refused({ name: 'telegram', status: null, code: null, message });
};

const unreadable = (message: string): Extract<SendOutcome, { kind: 'unknown' }> => ({
  kind: 'unknown',
  provider: { name: 'telegram', status: 200, code: null, message },
});

function toOutcome(answer: CallResult): SendOutcome {
  if (!answer.ok) return afterSend(answer.failure);
  const sent = SentMessage.safeParse(answer.result);
  if (!sent.success) return unreadable('The provider accepted without naming the message.');
  const { chat, message_id: messageId, business_connection_id: connectionId, poll } = sent.data;
  const address = telegramAddress(String(chat.id), connectionId ?? null) ?? String(chat.id);
  return {
    kind: 'accepted',
    providerMessageId: telegramMessageId(address, messageId),
    recipientAlias: null,
    ...(poll ? { furtherIds: [telegramPollId(poll.id)] } : {}),
  };
}

export function makeTelegramClient({ baseUrl, timeoutMs, dispatcher }: TelegramOptions): TelegramClient {
  async function call(token: string, method: string, body: unknown, limitMs = timeoutMs): Promise<CallResult> {
    try {
      const answer = await callProvider(`${baseUrl}/bot${token}/${method}`, {
        method: 'POST',
        body,
        timeoutMs: limitMs,
        dispatcher,
      });
      const parsed = Answer.safeParse(answer.body);
      return parsed.success && parsed.data.ok
        ? { ok: true, result: parsed.data.result }
        : { ok: false, failure: failureOf(answer) };
    } catch (error) {
      if (!(error instanceof ProviderSilent)) throw error;
      const provider = silentProblem('telegram', error);
      return {
        ok: false,
        failure: error.notSent ? refused(provider, { safeToRetry: true }) : { kind: 'unknown', provider },
      };
    }
  }

  return {
    async getMe(token) {
      const answer = await call(token, 'getMe', {});
      if (!answer.ok) return answer;
      const me = Me.safeParse(answer.result);
      if (me.success) return { ok: true, id: String(me.data.id), username: me.data.username };
      return { ok: false, failure: unreadable('The provider did not say who the bot is.') };
    },
    setWebhook: (token, url, secretToken) =>
      call(token, 'setWebhook', { url, secret_token: secretToken, allowed_updates: ALLOWED_UPDATES }),
    async getWebhookUrl(token) {
      const answer = await call(token, 'getWebhookInfo', {});
      if (!answer.ok) return answer;
      const info = WebhookInfo.safeParse(answer.result);
      if (info.success) return { ok: true, url: info.data.url };
      return { ok: false, failure: unreadable('The provider did not say where the updates go.') };
    },
    deleteWebhook: (token) => call(token, 'deleteWebhook', {}),
    async act(token, { method, body }, limitMs) {
      const outcome = toActOutcome(await call(token, method, body, limitMs));
      if (outcome.kind === 'refused' && isAlreadyDone(method, outcome.provider.message)) return { kind: 'done' };
      return outcome;
    },
    answerCallbackQuery: (token, callbackQueryId) =>
      call(token, 'answerCallbackQuery', { callback_query_id: callbackQueryId }),
    send: async (token, { method, body }, limitMs) => toOutcome(await call(token, method, body, limitMs)),
    async sendFile(token, { method, field, fields }, file, limitMs) {
      const form = new StreamedForm(fields, field, file, MAX_UPLOAD_BYTES);
      try {
        const answer = await call(token, method, form, limitMs);
        const isOpen = !answer.ok && answer.failure.kind === 'unknown' && !form.isWhole;
        return isOpen ? unsent(form.problem) : toOutcome(answer);
      } finally {
        file.close();
      }
    },
    async openFile(token, fileId) {
      const answer = await call(token, 'getFile', { file_id: fileId });
      if (!answer.ok) {
        const { kind, provider } = answer.failure;
        if (provider.status === 400) return null;
        throw kind === 'refused' && provider.status !== null
          ? new FileRefused(provider.status)
          : new ProviderSilent(provider.message, false);
      }
      const path = FileAnswer.safeParse(answer.result).data?.file_path;
      if (path === undefined) return null;
      const encoded = path.split('/').map(encodeURIComponent).join('/');
      return openFile(`${baseUrl}/file/bot${token}/${encoded}`, { dispatcher, timeoutMs });
    },
  };
}
