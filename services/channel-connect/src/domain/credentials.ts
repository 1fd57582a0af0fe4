import type { Cipher } from '@parley/prisma/encryption';
import { z } from 'zod';

const PURPOSE = 'channel_accounts.credentials';

const WaCredentials = z.object({ access_token: z.string() });
const BotCredentials = z.object({ bot_token: z.string(), callback_secret: z.string().optional() });

/** Token of a bot, and the secret that Telegram sends with each of its updates. */
export interface BotSecrets {
  token: string;
  /** Absent where the bot was not connected by this service. */
  callbackSecret?: string | undefined;
}

/** What an account keeps to call its provider, as it is stored: JSON, encrypted. */
export interface Credentials {
  sealWa(accessToken: string): string;
  openWa(stored: string): string;
  sealBot(secrets: Required<BotSecrets>): string;
  openBot(stored: string): BotSecrets;
  /** What a disconnected account keeps: nothing. */
  sealNothing(): string;
}

export function makeCredentials(cipher: Pick<Cipher, 'encrypt' | 'decrypt'>): Credentials {
  const seal = (value: object): string => cipher.encrypt(JSON.stringify(value), PURPOSE);
  const open = (stored: string): unknown => JSON.parse(cipher.decrypt(stored, PURPOSE));
  return {
    sealWa: (accessToken) => seal({ access_token: accessToken } satisfies z.input<typeof WaCredentials>),
    openWa: (stored) => WaCredentials.parse(open(stored)).access_token,
    sealBot: ({ token, callbackSecret }) =>
      seal({ bot_token: token, callback_secret: callbackSecret } satisfies z.input<typeof BotCredentials>),
    openBot: (stored) => {
      const { bot_token, callback_secret } = BotCredentials.parse(open(stored));
      return { token: bot_token, callbackSecret: callback_secret };
    },
    sealNothing: () => seal({}),
  };
}
