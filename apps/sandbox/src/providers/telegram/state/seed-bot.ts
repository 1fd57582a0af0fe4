import type { Bot } from './bot.ts';

/** The bot that a fresh sandbox has. */
export const BOT_SEED = {
  id: '110201543',
  token: '110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw1',
  username: 'parley_demo_bot',
} as const;

/** A bot that has no webhook yet. */
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
  };
}
