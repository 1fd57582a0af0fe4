import { verb } from '@parley/bus/verb';
import { wakeDeliveries } from '@parley/bus/wake-deliveries';
import { callerOf } from '@parley/common/call-context';
import { connectTelegram as contract } from '@parley/common/contracts/channels/connect-telegram';
import type { OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { connectAccount } from '@parley/messaging/accounts/write-accounts';
import { withIdempotencyKey } from '@parley/messaging/idempotency/with-idempotency-key';
import { appendEvents } from '@parley/messaging/outbox/append-events';
import { retryRefused } from '@parley/providers/http/retry-refused';
import { channelConnected } from '../channels/account.rules.ts';
import { hashSecret, makeSecret } from '../links/link.rules.ts';
import type { ChannelConnectService } from '../service.ts';
import { botCallbackUrl, isBotToken, openBot, sealBot } from './credentials.rules.ts';
import { type AccountHold, undoJobsOf } from './hold.rules.ts';
import { holdAccounts, releaseHolds } from './hold.steps.ts';
import { cancelUndoJobs, lockHeldAccounts } from './hold.store.ts';
import { askProvider, providerError } from './provider.client.ts';

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
export const connectTelegram = verb(contract, async (service: ChannelConnectService, { botToken }, context) => {
  const { tenantId } = callerOf(context);
  return withIdempotencyKey(service.answers, contract, context, () => connectBot(service, tenantId, botToken));
});

/**
 * Connects a bot after Telegram was configured, in one transaction with channel.connected if it was not connected
 * before. False when the bot or its webhook has been removed.
 */
async function finishBot(
  service: ChannelConnectService,
  tenantId: number,
  hold: AccountHold,
  secrets: { token: string; callbackSecret: string },
): Promise<boolean> {
  const jobs = undoJobsOf([hold]);
  const connection = {
    id: hold.accountId,
    name: hold.account.name,
    number: null,
    wabaId: null,
    credentials: sealBot(service.cipher, secrets),
    callbackSecretHash: hashSecret(secrets.callbackSecret),
    linkedAccountId: null,
    at: service.now(),
  };
  const woken = await service.database.prismaTransaction(async (transaction) => {
    const { sql } = transaction;
    const locked = await lockHeldAccounts(sql, tenantId, [hold.accountId]);
    if (locked.length === 0 || !(await cancelUndoJobs(transaction, jobs))) return null;
    const { account, wasConnected } = await connectAccount(sql, connection);
    return wasConnected ? [] : appendEvents(sql, [channelConnected(account)]);
  });
  if (woken) wakeDeliveries(service.bus, woken);
  return woken !== null;
}
