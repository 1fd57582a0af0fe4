import type { Cipher } from '@parley/database/encryption';
import { openCredentials, sealCredentials } from '@parley/messaging/accounts/credentials';
import { hasInstagramLogin } from '@parley/providers/instagram/page-calls';
import { type Environment, publicUrlOf } from '@parley/runtime/environment';
import { z } from 'zod';

const WaCredentials = z.object({ access_token: z.string() });
const BotCredentials = z.object({ bot_token: z.string(), callback_secret: z.string().optional() });

const PageCredentials = z.object({ access_token: z.string() });
const InstagramCredentials = z.object({ access_token: z.string(), page_id: z.string() });
/** An account with its own login, which no page has. */
const InstagramLoginCredentials = z.object({
  access_token: z.string(),
  app_scoped_id: z.string(),
  expires_at: z.iso.datetime(),
  /** yes | no */
  comments: z.string(),
});
const TiktokCredentials = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  expires_at: z.iso.datetime(),
  refresh_expires_at: z.iso.datetime(),
});

/** The token of an Instagram account with its own login. */
export interface InstagramSecrets {
  accessToken: string;
  /** The account's id in the Instagram app. */
  appScopedId: string;
  expiresAt: Date;
  /** Whether the owner granted the permission for comments. */
  comments: boolean;
}

/** Tokens of a TikTok account and their expiry. */
export interface TiktokSecrets {
  accessToken: string;
  refreshToken: string;
  expiresAt: Date;
  refreshExpiresAt: Date;
}

/** Token of a bot, and the secret that Telegram sends with its updates. */
interface BotSecrets {
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

export const sealInstagramLogin = (cipher: Encrypt, secrets: InstagramSecrets): string =>
  sealCredentials(cipher, {
    access_token: secrets.accessToken,
    app_scoped_id: secrets.appScopedId,
    expires_at: secrets.expiresAt.toISOString(),
    comments: secrets.comments ? 'yes' : 'no',
  } satisfies z.input<typeof InstagramLoginCredentials>);

/** Null where the credentials are those of a page, or of an account that is reached through one. */
export function openInstagramLogin(cipher: Decrypt, stored: string): InstagramSecrets | null {
  const opened = openCredentials(cipher, stored);
  if (!hasInstagramLogin(opened)) return null;
  const login = InstagramLoginCredentials.parse(opened);
  return {
    accessToken: login.access_token,
    appScopedId: login.app_scoped_id,
    expiresAt: new Date(login.expires_at),
    comments: login.comments === 'yes',
  };
}

/** Whether an account is an Instagram account with its own login. */
export const isOwnLogin = (
  cipher: Decrypt,
  { channel, credentials }: { channel: string; credentials: string },
): boolean => channel === 'ig' && openInstagramLogin(cipher, credentials) !== null;

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

/**
 * Whether a text has the form of a bot token. Other texts are never inserted into a URL of the provider, where a slash
 * would change the path (docs/reference/tg.md#calls).
 */
export const isBotToken = (text: string): boolean => /^\d{1,20}:[A-Za-z0-9_-]{20,100}$/.test(text);

/** The URL that receives a bot's updates. */
export const botCallbackUrl = (
  environment: Pick<Environment, 'PARLEY_PUBLIC_URL' | 'PARLEY_PORT'>,
  botId: string,
): string => `${publicUrlOf(environment)}/hooks/telegram/${botId}`;
