import { createHash, randomBytes } from 'node:crypto';
import type { connectTelegram } from '@parley/common/contracts/channels/connect-telegram';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { isBotToken } from '../domain/bot-token.ts';
import type { Credentials } from '../domain/credentials.ts';
import type { UndoJob } from '../domain/granted-account.ts';
import { type ProviderFailure, type ProviderResult, providerError } from './provider-failure.ts';
import { retryRefused } from './retry-refused.ts';

/** What Telegram is asked. */
export interface BotPlatform {
  getMe(token: string): Promise<{ ok: true; id: string; username: string } | { ok: false; failure: ProviderFailure }>;
  setWebhook(token: string, url: string, secretToken: string): ProviderResult;
}

/** A bot that this tenant holds while Telegram is being told. */
export interface HeldBot {
  accountId: number;
  /** What the bot had so far, or what was offered for it. */
  credentials: string;
  claimedUntil: Date;
  /** Takes the webhook back, unless the connection is committed first. */
  undoJob: UndoJob;
}

export interface ConnectTelegramDeps {
  platform: BotPlatform;
  credentials: Credentials;
  /**
   * Holds the bot for this tenant, with the job that takes its webhook back; a connected one stays connected with what it has, any other takes `offered`.
   * Null when another tenant holds it.
   */
  holdBot(bot: {
    tenantId: number;
    botId: string;
    username: string;
    offered: string;
    now: Date;
    claimedUntil: Date;
  }): Promise<HeldBot | null>;
  /** Connected, with channel.connected when it was not before; false when the bot was taken away in the meantime, or its webhook. */
  finishBot(bot: {
    tenantId: number;
    accountId: number;
    undoJob: UndoJob;
    username: string;
    credentials: string;
    callbackSecretHash: Buffer;
    now: Date;
  }): Promise<boolean>;
  /** Lets a bot go that did not get connected, unless another request has held it since; its webhook is taken back. */
  releaseBot(held: HeldBot, now: Date): Promise<void>;
  /** After a release: a job is due. */
  wakeRemovals(): void;
  /** Address of the provider's callbacks for a bot. */
  callbackUrlOf(botId: string): string;
  now(): Date;
}

/** Longer than the action may take: a hold that is older was left by a process that died. */
const HOLD_MS = 60_000;

/** 256 random bits, in characters that Telegram accepts. */
const makeCallbackSecret = (): string => randomBytes(32).toString('base64url');

/**
 * Connects a bot (docs/reference/channels.md#telegram-bots). The secret of its callbacks is made once and kept while it
 * stays connected, so a repeat or a new token never refuses an update in between. The row is held before Telegram hears
 * of it, with a job that takes the webhook back: a crash anywhere is healed by the same request again, and leaves no
 * webhook without it.
 * Errors: invalid_bot_token, already_connected, telegram_error, provider_timeout, service_unavailable.
 */
export function makeConnectTelegram(deps: ConnectTelegramDeps) {
  const { platform, credentials } = deps;

  async function identify(token: string): Promise<{ id: string; username: string }> {
    if (!isBotToken(token)) throw new AppError('invalid_bot_token');
    const me = await retryRefused(() => platform.getMe(token));
    if (me.ok) return me;
    if (me.failure.kind === 'refused' && me.failure.channelBroken) throw new AppError('invalid_bot_token');
    throw providerError('telegram', me.failure);
  }

  return async (
    tenantId: number,
    { bot_token: token }: InputOf<typeof connectTelegram>,
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
      if (!set.ok) throw providerError('telegram', set.failure);
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
      // What cannot be let go now ends by itself: the hold and its job have an end.
      await deps.releaseBot(held, deps.now()).then(deps.wakeRemovals, () => {});
      throw error;
    }
    return { ok: true, channel: 'tg', status: 'connected', bot_username: username };
  };
}
