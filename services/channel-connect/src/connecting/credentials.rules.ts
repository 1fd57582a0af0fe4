import type { Cipher } from '@parley/database/encryption';
import { openCredentials, sealCredentials } from '@parley/messaging/accounts/credentials';
import { z } from 'zod';

const WaCredentials = z.object({ access_token: z.string() });
const BotCredentials = z.object({ bot_token: z.string(), callback_secret: z.string().optional() });

const PageCredentials = z.object({ access_token: z.string() });
const InstagramCredentials = z.object({ access_token: z.string(), page_id: z.string() });
const TiktokCredentials = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  expires_at: z.iso.datetime(),
  refresh_expires_at: z.iso.datetime(),
});

/** Tokens of a TikTok account and their expiry. */
export interface TiktokSecrets {
  accessToken: string;
  refreshToken: string;
  expiresAt: Date;
  refreshExpiresAt: Date;
}

/** Token of a bot, and the secret that Telegram sends with its updates. */
export interface BotSecrets {
  token: string;
  /** Absent where another system connected the bot. */
  callbackSecret?: string | undefined;
}

type Encrypt = Pick<Cipher, 'encrypt'>;
type Decrypt = Pick<Cipher, 'decrypt'>;

export const sealWa = (cipher: Encrypt, accessToken: string): string =>
  sealCredentials(cipher, { access_token: accessToken } satisfies z.input<typeof WaCredentials>);

export const openWa = (cipher: Decrypt, stored: string): string =>
  WaCredentials.parse(openCredentials(cipher, stored)).access_token;

export const sealBot = (cipher: Encrypt, { token, callbackSecret }: Required<BotSecrets>): string =>
  sealCredentials(cipher, {
    bot_token: token,
    callback_secret: callbackSecret,
  } satisfies z.input<typeof BotCredentials>);

export function openBot(cipher: Decrypt, stored: string): BotSecrets {
  const { bot_token, callback_secret } = BotCredentials.parse(openCredentials(cipher, stored));
  return { token: bot_token, callbackSecret: callback_secret };
}

export const sealPage = (cipher: Encrypt, accessToken: string): string =>
  sealCredentials(cipher, { access_token: accessToken } satisfies z.input<typeof PageCredentials>);

export const openPage = (cipher: Decrypt, stored: string): string =>
  PageCredentials.parse(openCredentials(cipher, stored)).access_token;

export const sealInstagram = (cipher: Encrypt, linked: { accessToken: string; pageId: string }): string =>
  sealCredentials(cipher, {
    access_token: linked.accessToken,
    page_id: linked.pageId,
  } satisfies z.input<typeof InstagramCredentials>);

export const sealTiktok = (cipher: Encrypt, secrets: TiktokSecrets): string =>
  sealCredentials(cipher, {
    access_token: secrets.accessToken,
    refresh_token: secrets.refreshToken,
    expires_at: secrets.expiresAt.toISOString(),
    refresh_expires_at: secrets.refreshExpiresAt.toISOString(),
  } satisfies z.input<typeof TiktokCredentials>);

export function openTiktok(cipher: Decrypt, stored: string): TiktokSecrets {
  const tokens = TiktokCredentials.parse(openCredentials(cipher, stored));
  return {
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token,
    expiresAt: new Date(tokens.expires_at),
    refreshExpiresAt: new Date(tokens.refresh_expires_at),
  };
}

/** The credentials of a disconnected account: none. */
export const sealNothing = (cipher: Encrypt): string => sealCredentials(cipher, {});
