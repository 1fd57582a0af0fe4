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

/** The stored credentials of an account: JSON, encrypted. */
export interface Credentials {
  sealWa(accessToken: string): string;
  openWa(stored: string): string;
  sealBot(secrets: Required<BotSecrets>): string;
  openBot(stored: string): BotSecrets;
  sealPage(accessToken: string): string;
  openPage(stored: string): string;
  sealInstagram(linked: { accessToken: string; pageId: string }): string;
  sealTiktok(secrets: TiktokSecrets): string;
  openTiktok(stored: string): TiktokSecrets;
  /** The credentials of a disconnected account: none. */
  sealNothing(): string;
}

export function makeCredentials(cipher: Pick<Cipher, 'encrypt' | 'decrypt'>): Credentials {
  const seal = (secrets: Record<string, string | undefined>): string => sealCredentials(cipher, secrets);
  const open = (stored: string): unknown => openCredentials(cipher, stored);
  return {
    sealWa: (accessToken) => seal({ access_token: accessToken } satisfies z.input<typeof WaCredentials>),
    openWa: (stored) => WaCredentials.parse(open(stored)).access_token,
    sealBot: ({ token, callbackSecret }) =>
      seal({ bot_token: token, callback_secret: callbackSecret } satisfies z.input<typeof BotCredentials>),
    openBot: (stored) => {
      const { bot_token, callback_secret } = BotCredentials.parse(open(stored));
      return { token: bot_token, callbackSecret: callback_secret };
    },
    sealPage: (accessToken) => seal({ access_token: accessToken } satisfies z.input<typeof PageCredentials>),
    openPage: (stored) => PageCredentials.parse(open(stored)).access_token,
    sealInstagram: ({ accessToken, pageId }) =>
      seal({ access_token: accessToken, page_id: pageId } satisfies z.input<typeof InstagramCredentials>),
    sealTiktok: ({ accessToken, refreshToken, expiresAt, refreshExpiresAt }) =>
      seal({
        access_token: accessToken,
        refresh_token: refreshToken,
        expires_at: expiresAt.toISOString(),
        refresh_expires_at: refreshExpiresAt.toISOString(),
      } satisfies z.input<typeof TiktokCredentials>),
    openTiktok: (stored) => {
      const { access_token, refresh_token, expires_at, refresh_expires_at } = TiktokCredentials.parse(open(stored));
      return {
        accessToken: access_token,
        refreshToken: refresh_token,
        expiresAt: new Date(expires_at),
        refreshExpiresAt: new Date(refresh_expires_at),
      };
    },
    sealNothing: () => seal({}),
  };
}
