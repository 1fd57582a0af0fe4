import { renewChannelToken } from '@parley/bus/renew-channel-token';
import { openAccessToken } from '../adapters/access-token.ts';
import type { CommentAccount } from '../domain/comment.ts';
import type { CommentsService } from '../service.ts';
import { findAccount } from '../storage/account-store.ts';

/**
 * A new token for a tt account whose token expired, from services/channel-connect; null when there is none by
 * `untilMs` (since the epoch).
 */
export async function renewToken(
  { database, cipher, bus, logger }: CommentsService,
  account: CommentAccount,
  untilMs: number,
): Promise<string | null> {
  const { id, tenantId, externalId } = account;
  const readStored = async () => {
    const stored = await findAccount(database, tenantId, id);
    return stored && openAccessToken(cipher, stored);
  };
  try {
    const used = openAccessToken(cipher, account);
    return await renewChannelToken(bus, { tenantId, externalId, used, readStored }, untilMs);
  } catch (error) {
    logger.warn('token.renewal-failed', { err: error, channel_account_id: id }, 'A token could not be renewed.');
    return null;
  }
}
