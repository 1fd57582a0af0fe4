import type { Bot } from './bot.ts';

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
