import type { Cipher } from '@parley/database/encryption';
import { openCredentials } from '@parley/messaging/accounts/credentials';
import { z } from 'zod';
import type { CommentAccount } from '../domain/comment.ts';

const Credentials = z.looseObject({ access_token: z.string() });

/** Decrypts an account's access token. */
export const openAccessToken = (
  cipher: Pick<Cipher, 'decrypt'>,
  { credentials }: Pick<CommentAccount, 'credentials'>,
): string => Credentials.parse(openCredentials(cipher, credentials)).access_token;
