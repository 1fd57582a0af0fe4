import type { FastifyInstance, FastifyRequest } from 'fastify';
import { answerWithFaults } from '../../../faults/answer-with-faults.ts';
import type { ProviderAnswer } from '../../../http/provider-answer.ts';
import type { SandboxState } from '../../../state/sandbox-state.ts';
import type { Bot } from '../state/bot.ts';
import { changeChat, isChangeMethod } from './change-methods.ts';
import { botUser } from './describe-chat.ts';
import { filePathOf, readFileId, readFilePath } from './file-ids.ts';
import type { TelegramUpdates } from './post-update.ts';
import { readParameters, textOf } from './read-parameters.ts';
import { addFormParser } from './read-uploaded.ts';
import { type makeTelegramSend, SEND_METHODS } from './send-methods.ts';
import { telegramError, telegramResult } from './telegram-error.ts';
import { deleteWebhook, getUpdates, getWebhookInfo, setWebhook } from './webhook-methods.ts';

const MAX_DOWNLOAD_BYTES = 20 * 1024 * 1024;
const MAX_BODY_BYTES = 51 * 1024 * 1024;

export interface TelegramDeps {
  state: SandboxState;
  updates: TelegramUpdates;
  send: ReturnType<typeof makeTelegramSend>;
  now: () => number;
  /** The origin whose webhooks need neither HTTPS nor Telegram's ports. */
  trustedOrigin: () => string | null;
}

/** The Bot API under `/bot<token>/<method>` and its files under `/file/bot<token>/<path>`. */
export function telegramRoutes(app: FastifyInstance, deps: TelegramDeps) {
  const { state } = deps;
  const call = answerWithFaults(state.faults, 'tg', (request) => {
    const { token, method } = request.params as { token: string; method: string }; // safe: both are part of the path
    const bot = findBot(state, token);
    return 'status' in bot ? bot : answerMethod(deps, bot, method.toLowerCase(), request);
  });
  app.register(async (forms) => {
    addFormParser(forms);
    forms.route({ method: ['GET', 'POST'], url: '/bot:token/:method', bodyLimit: MAX_BODY_BYTES, handler: call });
  });

  const download = answerWithFaults(state.faults, 'tg', (request) => {
    const { token, '*': path } = request.params as { token: string; '*': string }; // safe: both are part of the path
    const bot = findBot(state, token);
    if ('status' in bot) return bot;
    const media = state.media.get(readFilePath(path) ?? '');
    if (!media) return telegramError(404, 'Not Found');
    return { status: 200, body: media.bytes, headers: { 'content-type': 'application/octet-stream' } };
  });
  app.get('/file/bot:token/*', download);
}

function findBot(state: SandboxState, token: string): Bot | ProviderAnswer {
  if (!/^\d+:/.test(token)) return telegramError(404, 'Not Found');
  if (!/^\d+:[A-Za-z0-9_-]{35}$/.test(token)) return telegramError(401, 'Unauthorized: invalid token specified');
  const bot = state.telegram.bots.get(token.slice(0, token.indexOf(':')));
  return bot?.token === token ? bot : telegramError(401, 'Unauthorized');
}

function answerMethod(deps: TelegramDeps, bot: Bot, method: string, request: FastifyRequest): ProviderAnswer {
  const parameters = readParameters(request);
  const kind = SEND_METHODS[method];
  if (kind !== undefined) return deps.send(bot, method, kind, parameters, request.body ?? request.query);
  if (isChangeMethod(method)) return changeChat(deps, bot, method, parameters);
  switch (method) {
    case 'getme':
      return telegramResult({
        ...botUser(bot),
        can_join_groups: true,
        can_read_all_group_messages: false,
        supports_inline_queries: false,
        can_connect_to_business: false,
        has_main_web_app: false,
      });
    case 'setwebhook':
      return setWebhook(bot, parameters, deps.updates, deps.trustedOrigin());
    case 'deletewebhook':
      return deleteWebhook(bot, parameters);
    case 'getwebhookinfo':
      return getWebhookInfo(bot);
    case 'getupdates':
      return getUpdates(bot, parameters);
    case 'getfile':
      return getFile(deps.state, textOf(parameters, 'file_id') ?? '');
    case 'answercallbackquery':
      return deps.state.telegram.callbackQueries.get(`${bot.id}:${textOf(parameters, 'callback_query_id')}`)
        ? telegramResult(true)
        : telegramError(400, 'Bad Request: query is too old and response timeout expired or query ID is invalid');
    default:
      return telegramError(404, 'Not Found: method not found');
  }
}

function getFile(state: SandboxState, fileId: string): ProviderAnswer {
  const known = readFileId(fileId);
  const media = known && state.media.get(known.mediaId);
  if (!known || !media) return telegramError(400, 'Bad Request: wrong file_id or the file is temporarily unavailable');
  if (media.declaredBytes > MAX_DOWNLOAD_BYTES) return telegramError(400, 'Bad Request: file is too big');
  return telegramResult({
    file_id: fileId,
    file_unique_id: `AgAD${media.id}`,
    file_size: media.declaredBytes,
    file_path: filePathOf(known.kind, media),
  });
}
