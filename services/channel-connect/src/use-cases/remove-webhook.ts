import { setTimeout as pause } from 'node:timers/promises';
import type { ChannelAccount } from '../domain/channel-account.ts';
import type { BotSecrets, Credentials } from '../domain/credentials.ts';
import type { BotPlatform } from './connect-telegram.ts';
import type { ProviderFailure } from './provider-failure.ts';

export interface RemoveWebhookDeps {
  platform: Pick<BotPlatform, 'setWebhook'> & {
    deleteWebhook(token: string): Promise<{ ok: true } | { ok: false; failure: ProviderFailure }>;
  };
  credentials: Pick<Credentials, 'openBot'>;
  /** Credentials of the bot when somebody holds it again; null otherwise. */
  findHolderCredentials(botId: string): Promise<string | null>;
  callbackUrlOf(botId: string): string;
  /** Told when Telegram could not be told. */
  onGivenUp(botId: string, failure: unknown): void;
}

export interface WebhookRemover {
  /** Starts, and does not wait. */
  start(bot: ChannelAccount): void;
  /** Ends the pauses and waits for the calls under way. */
  stop(): Promise<void>;
}

const PAUSES_MS = [500, 2000, 8000, 30_000];

/**
 * Takes the webhook of a disconnected bot away at Telegram: best effort, in the background, at most five attempts. A bot
 * that was connected again in the meantime keeps its webhook, or gets it back.
 */
export function makeRemoveWebhook(deps: RemoveWebhookDeps): WebhookRemover {
  const { platform, credentials } = deps;
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();

  async function deleteWebhook(token: string): Promise<void> {
    const deleted = await platform.deleteWebhook(token);
    // A revoked token has no webhook any more.
    if (deleted.ok || (deleted.failure.kind === 'refused' && deleted.failure.channelBroken)) return;
    throw new Error(deleted.failure.provider.message);
  }

  async function restoreWebhook(botId: string, stored: string): Promise<void> {
    const { token, callbackSecret } = credentials.openBot(stored);
    if (callbackSecret === undefined) return;
    const restored = await platform.setWebhook(token, deps.callbackUrlOf(botId), callbackSecret);
    if (!restored.ok) throw new Error(restored.failure.provider.message);
  }

  async function remove(botId: string, { token }: BotSecrets): Promise<void> {
    let deleted = false;
    for (const pauseMs of [...PAUSES_MS, null]) {
      try {
        const before = await deps.findHolderCredentials(botId);
        if (before !== null && !deleted) return;
        if (!deleted) await deleteWebhook(token);
        deleted = true;
        const after = await deps.findHolderCredentials(botId);
        return after === null ? undefined : await restoreWebhook(botId, after);
      } catch (failure) {
        if (pauseMs === null) return deps.onGivenUp(botId, failure);
      }
      const woken = await pause(pauseMs, true, { signal: stopping.signal, ref: false }).catch(() => false);
      if (!woken) return deps.onGivenUp(botId, 'stopped');
    }
  }

  return {
    start({ externalId, credentials: stored }) {
      const job = remove(externalId, credentials.openBot(stored)).finally(() => running.delete(job));
      running.add(job);
    },
    async stop() {
      stopping.abort();
      await Promise.all(running);
    },
  };
}
