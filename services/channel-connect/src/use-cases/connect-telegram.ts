import { type CallContext, callerOf } from '@parley/common/call-context';
import { connectTelegram as contract } from '@parley/common/contracts/channels/connect-telegram';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import type { Replayed } from '@parley/common/replayed';
import { withIdempotencyKey } from '@parley/messaging/with-idempotency-key';
import { retryRefused } from '@parley/providers/retry-refused';
import { askProvider } from '../adapters/ask-provider.ts';
import { botCallbackUrl, isBotToken } from '../domain/bot-token.ts';
import { openBot, sealBot } from '../domain/credentials.ts';
import { providerError } from '../domain/provider-failure.ts';
import { makeSecret } from '../domain/secret.ts';
import type { ChannelConnectService } from '../service.ts';
import { finishBot } from './finish-bot.ts';
import { holdAccounts } from './hold-accounts.ts';
import { releaseHolds } from './release-holds.ts';

const HOLD_MS = 60_000;

async function identify({ telegram }: ChannelConnectService, token: string): Promise<{ id: string; username: string }> {
  if (!isBotToken(token)) throw new AppError('invalid_bot_token');
  const me = await retryRefused(() => telegram.getMe(token));
  if (me.ok) return me;
  if (me.failure.kind === 'refused' && me.failure.channelBroken) throw new AppError('invalid_bot_token');
  throw providerError(me.failure);
}

async function connectBot(
  service: ChannelConnectService,
  tenantId: number,
  token: string,
): Promise<OutputOf<typeof contract>> {
  const { cipher, telegram, environment } = service;
  const { id: botId, username } = await identify(service, token);
  const freshSecret = makeSecret();
  const credentials = sealBot(cipher, { token, callbackSecret: freshSecret });
  const bot = { channel: 'tg', externalId: botId, name: username, credentials } as const;
  const [held] = (await holdAccounts(service, tenantId, [bot], HOLD_MS)) ?? [];
  if (!held) throw new AppError('already_connected', { message: 'This bot is connected to another account.' });
  const { callbackSecret = freshSecret } = openBot(cipher, held.credentials);
  try {
    await askProvider(() => telegram.setWebhook(token, botCallbackUrl(environment, botId), callbackSecret));
    if (!(await finishBot(service, tenantId, held, { token, callbackSecret })))
      throw new AppError('service_unavailable', {
        message: 'The bot was disconnected while it was being connected; repeat the request.',
        retry_after: 1,
      });
  } catch (error) {
    await releaseHolds(service, [held]);
    throw error;
  }
  return { ok: true, channel: 'tg', status: 'connected', botUsername: username };
}

/**
 * Connects a bot (docs/reference/channels.md#telegram-bots). The secret of its callbacks is created once and kept
 * while it stays connected, so a repeat or a new token never causes refused updates. The row is reserved before
 * Telegram is called, with a job that reverts the webhook: after a crash the same request can be repeated, and without
 * a repeat no webhook remains. Errors: invalid_bot_token, already_connected, telegram_error, provider_timeout,
 * service_unavailable.
 */
export async function connectTelegram(
  service: ChannelConnectService,
  { botToken }: InputOf<typeof contract>,
  context: CallContext,
): Promise<OutputOf<typeof contract> | Replayed<OutputOf<typeof contract>>> {
  const { tenantId } = callerOf(context);
  return withIdempotencyKey(service.answers, contract, context, () => connectBot(service, tenantId, botToken));
}
