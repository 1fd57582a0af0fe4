import type { AiAccount } from '@parley/providers/ai/ai-port';
import type { Models } from '../adapters/open-models.ts';
import { keyPurpose, type StoredKey } from '../domain/ai-key.ts';
import { platformAccountOf } from '../domain/bots-environment.ts';
import type { ReplyBot } from '../domain/reply-bot.ts';
import type { BotsService } from '../service.ts';
import { findKey } from '../storage/key-store.ts';

/** The endpoint and key of a bot's calls. */
export interface OpenedAccount {
  account: AiAccount;
  models: Models;
  /** The tenant's key as it was read; null: the deployment's key. */
  stored: StoredKey | null;
}

/**
 * Opens the one key that a bot may use: the tenant's or the deployment's, without a fallback to the other
 * (docs/reference/bot-replies.md#a-reply). Null: there is none.
 */
export async function openAccount(
  { environment, models, cipher, replyDatabase, sharedReads }: BotsService,
  { tenantId, provider, keyMode }: ReplyBot,
): Promise<OpenedAccount | null> {
  if (keyMode === 'platform') {
    const account = platformAccountOf(environment, provider);
    return account && { account, models: models.platform, stored: null };
  }
  const stored = await sharedReads.key(`${tenantId}:${provider}`, () => findKey(replyDatabase, tenantId, provider));
  if (!stored) return null;
  const account = { provider, apiKey: cipher.decrypt(stored.apiKey, keyPurpose(stored)), baseUrl: stored.baseUrl };
  return { account, models: models.own, stored };
}
