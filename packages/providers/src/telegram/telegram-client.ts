import type { ProviderProblem } from '@parley/common/errors';
import type { Dispatcher } from 'undici';
import { z } from 'zod';
import { type OpenFile, openFile } from '../open-file.ts';
import { callProvider, type ProviderAnswer, ProviderSilent, silentProblem } from '../provider-request.ts';
import { type RefusedOutcome, refused, type SendOutcome } from '../send-outcome.ts';
import type { TelegramSend } from './telegram-send.ts';
import { telegramMessageId } from './telegram-update.ts';

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
const SentMessage = z.looseObject({ message_id: z.int(), chat: z.looseObject({ id: z.int() }) });
const Me = z.looseObject({ id: z.int(), username: z.string(), first_name: z.string().optional() });
const FileAnswer = z.looseObject({ file_path: z.string().optional(), file_size: z.number().optional() });

type CallResult =
  | { ok: true; result: unknown }
  | { ok: false; failure: RefusedOutcome | Extract<SendOutcome, { kind: 'unknown' }> };

/** Updates that the webhook asks for: the default leaves reactions out (tg.md §2). */
export const ALLOWED_UPDATES = [
  'message',
  'edited_message',
  'channel_post',
  'edited_channel_post',
  'callback_query',
  'message_reaction',
  'my_chat_member',
];

/** Telegram's Bot API, as far as tg needs it (tg.md §1; why no library: ADR 3). */
export interface TelegramClient {
  getMe(token: string): Promise<{ ok: true; id: string; username: string } | Extract<CallResult, { ok: false }>>;
  setWebhook(token: string, url: string, secretToken: string): Promise<CallResult>;
  deleteWebhook(token: string): Promise<CallResult>;
  send(token: string, send: TelegramSend): Promise<SendOutcome>;
  answerCallbackQuery(token: string, callbackQueryId: string): Promise<CallResult>;
  /** Opens a file by its id; null when the provider no longer has it or does not hand it out (over 20 MB). */
  openFile(token: string, fileId: string): Promise<OpenFile | null>;
}

/** Errors of a token: 401, and 404 for one that is malformed (tg.md §3). */
const isTokenError = (code: number, description: string): boolean =>
  code === 401 || (code === 404 && /^not found$/i.test(description));

function failureOf(answer: ProviderAnswer): Extract<CallResult, { ok: false }>['failure'] {
  const parsed = Answer.safeParse(answer.body);
  if (!parsed.success || parsed.data.ok) {
    const provider: ProviderProblem = {
      name: 'telegram',
      status: answer.status,
      code: null,
      message: `The provider answered ${answer.status} without saying why.`,
    };
    return { kind: 'unknown', provider };
  }
  const { error_code: code, description, parameters } = parsed.data;
  const retryAfterMs = parameters?.retry_after === undefined ? answer.retryAfterMs : parameters.retry_after * 1000;
  return refused(
    { name: 'telegram', status: answer.status, code, message: description },
    {
      channelBroken: isTokenError(code, description),
      safeToRetry: code === 429 && retryAfterMs !== null,
      retryAfterMs,
      migratedTo: parameters?.migrate_to_chat_id === undefined ? null : String(parameters.migrate_to_chat_id),
    },
  );
}

export function makeTelegramClient({ baseUrl, timeoutMs, dispatcher }: TelegramOptions): TelegramClient {
  async function call(token: string, method: string, body: unknown): Promise<CallResult> {
    try {
      const answer = await callProvider(`${baseUrl}/bot${token}/${method}`, {
        method: 'POST',
        body,
        timeoutMs,
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
      return {
        ok: false,
        failure: {
          kind: 'unknown',
          provider: { name: 'telegram', status: 200, code: null, message: 'The provider did not say who the bot is.' },
        },
      };
    },
    setWebhook: (token, url, secretToken) =>
      call(token, 'setWebhook', { url, secret_token: secretToken, allowed_updates: ALLOWED_UPDATES }),
    deleteWebhook: (token) => call(token, 'deleteWebhook', {}),
    answerCallbackQuery: (token, callbackQueryId) =>
      call(token, 'answerCallbackQuery', { callback_query_id: callbackQueryId }),
    async send(token, { method, body }) {
      const answer = await call(token, method, body);
      if (!answer.ok) return answer.failure;
      const sent = SentMessage.safeParse(answer.result);
      if (sent.success)
        return {
          kind: 'accepted',
          providerMessageId: telegramMessageId(sent.data.chat.id, sent.data.message_id),
          recipientAlias: null,
        };
      return {
        kind: 'unknown',
        provider: {
          name: 'telegram',
          status: 200,
          code: null,
          message: 'The provider accepted without naming the message.',
        },
      };
    },
    async openFile(token, fileId) {
      const answer = await call(token, 'getFile', { file_id: fileId });
      const path = answer.ok ? FileAnswer.safeParse(answer.result).data?.file_path : undefined;
      if (path === undefined) return null;
      return openFile(`${baseUrl}/file/bot${token}/${path}`, { dispatcher, timeoutMs });
    },
  };
}
