import { renewChannelToken } from '@parley/bus/channels/renew-channel-token';
import type { Cipher } from '@parley/database/encryption';
import { openCredentials } from '@parley/messaging/accounts/credentials';
import { z } from 'zod';
import type { CommentAccount } from '../received/comment.rules.ts';
import type { CommentsService } from '../service.ts';
import { findAccount } from './account.store.ts';

const Credentials = z.looseObject({ access_token: z.string() });

/** Decrypts an account's access token. */
export const openAccessToken = (
  cipher: Pick<Cipher, 'decrypt'>,
  { credentials }: Pick<CommentAccount, 'credentials'>,
): string => Credentials.parse(openCredentials(cipher, credentials)).access_token;

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
