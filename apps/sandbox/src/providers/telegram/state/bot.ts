/** A Telegram bot and its webhook; `pending` holds updates that wait for a webhook to be set. */
export interface Bot {
  id: number;
  token: string;
  username: string;
  firstName: string;
  nextUpdateId: number;
  webhook: BotWebhook | null;
  pending: Record<string, unknown>[];
  allowedUpdates: string[];
  /** The newest business connection; the ones before it have ended. Null while there was none. */
  connectionId: string | null;
}

/** The target of a bot's updates, and the outcome of the last delivery. */
interface BotWebhook {
  url: string;
  secretToken: string | null;
  maxConnections: number;
  undelivered: number;
  lastErrorDate: number | null;
  lastErrorMessage: string | null;
}

/** The bot of a fresh sandbox. */
export const BOT_SEED = {
  id: '110201543',
  token: '110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw1',
  username: 'parley_demo_bot',
} as const;

/** A bot without a webhook. */
export function makeBot(token: string, username: string, firstName: string): Bot {
  return {
    id: Number(token.slice(0, token.indexOf(':'))),
    token,
    username,
    firstName,
    nextUpdateId: 900_000_001,
    webhook: null,
    pending: [],
    allowedUpdates: [],
    connectionId: null,
  };
}
