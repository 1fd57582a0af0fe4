import { createHash, randomBytes } from 'node:crypto';
import type { connectTelegram } from '@parley/common/contracts/channels/connect-telegram';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { retryRefused } from '@parley/providers/retry-refused';
import { isBotToken } from '../domain/bot-token.ts';
import type { Credentials } from '../domain/credentials.ts';
import type { UndoJob } from '../domain/granted-account.ts';
import { type ProviderFailure, type ProviderResult, providerError } from './provider-failure.ts';

/** The Telegram calls. */
export interface BotPlatform {
  getMe(token: string): Promise<{ ok: true; id: string; username: string } | { ok: false; failure: ProviderFailure }>;
  setWebhook(token: string, url: string, secretToken: string): ProviderResult;
}

/** A bot reserved for this tenant while Telegram is called. */
export interface HeldBot {
  accountId: number;
  /** The bot's stored secret, or the offered one. */
  credentials: string;
  claimedUntil: Date;
  /** The job that reverts the webhook, unless the connection is committed first. */
  undoJob: UndoJob;
}

export interface ConnectTelegramDeps {
  platform: BotPlatform;
  credentials: Credentials;
  /**
   * Reserves the bot for this tenant, with the job that reverts its webhook; a connected one keeps its secret, any other gets
   * `offered`. Null when another tenant has it.
   */
  holdBot(bot: {
    tenantId: number;
    botId: string;
    username: string;
    offered: string;
    now: Date;
    claimedUntil: Date;
  }): Promise<HeldBot | null>;
  /**
   * Connects it, with channel.connected if it was not connected before; false when the bot or its webhook was removed
   * meanwhile.
   */
  finishBot(bot: {
    tenantId: number;
    accountId: number;
    undoJob: UndoJob;
    username: string;
    credentials: string;
    callbackSecretHash: Buffer;
    now: Date;
  }): Promise<boolean>;
  /** Releases a bot that was not connected, unless another request has reserved it since, and reverts its webhook. */
  releaseBot(held: HeldBot, now: Date): Promise<void>;
  /** Called after a release, when a job is due. */
  wakeRemovals(): void;
  /** URL of the provider's callbacks for a bot. */
  callbackUrlOf(botId: string): string;
  now(): Date;
}

/** Longer than the action may take: an older hold belongs to a dead process. */
const HOLD_MS = 60_000;

/** 256 random bits in characters that Telegram accepts. */
const makeCallbackSecret = (): string => randomBytes(32).toString('base64url');

/**
 * Connects a bot (docs/reference/channels.md#telegram-bots). The secret of its callbacks is created once and kept
 * while it stays connected, so a repeat or a new token never causes refused updates. The row is reserved before
 * Telegram is called, with a job that reverts the webhook: after a crash the same request can be repeated, and without
 * a repeat no webhook remains. Errors: invalid_bot_token, already_connected, telegram_error, provider_timeout,
 * service_unavailable.
 */
export function makeConnectTelegram(deps: ConnectTelegramDeps) {
  const { platform, credentials } = deps;

  async function identify(token: string): Promise<{ id: string; username: string }> {
    if (!isBotToken(token)) throw new AppError('invalid_bot_token');
    const me = await retryRefused(() => platform.getMe(token));
    if (me.ok) return me;
    if (me.failure.kind === 'refused' && me.failure.channelBroken) throw new AppError('invalid_bot_token');
    throw providerError(me.failure);
  }

  return async (
    tenantId: number,
    { botToken: token }: InputOf<typeof connectTelegram>,
  ): Promise<OutputOf<typeof connectTelegram>> => {
    const { id: botId, username } = await identify(token);
    const freshSecret = makeCallbackSecret();
    const now = deps.now();
    const held = await deps.holdBot({
      tenantId,
      botId,
      username,
      offered: credentials.sealBot({ token, callbackSecret: freshSecret }),
      now,
      claimedUntil: new Date(now.getTime() + HOLD_MS),
    });
    if (!held) throw new AppError('already_connected', { message: 'This bot is connected to another account.' });
    const { callbackSecret = freshSecret } = credentials.openBot(held.credentials);

    try {
      const set = await retryRefused(() => platform.setWebhook(token, deps.callbackUrlOf(botId), callbackSecret));
      if (!set.ok) throw providerError(set.failure);
      const { accountId, undoJob } = held;
      const sealed = credentials.sealBot({ token, callbackSecret });
      const callbackSecretHash = createHash('sha256').update(callbackSecret).digest();
      const bot = { tenantId, accountId, undoJob, username, credentials: sealed, callbackSecretHash, now: deps.now() };
      if (!(await deps.finishBot(bot)))
        throw new AppError('service_unavailable', {
          message: 'The bot was disconnected while it was being connected; repeat the request.',
          retry_after: 1,
        });
    } catch (error) {
      // If the release fails, the hold expires by itself and its job runs.
      await deps.releaseBot(held, deps.now()).then(deps.wakeRemovals, () => {});
      throw error;
    }
    return { ok: true, channel: 'tg', status: 'connected', botUsername: username };
  };
}
