import type { z } from 'zod';
import type { BotAccount } from '../providers/telegram/control/bot-routes.ts';
import type { CallControl } from './call-control.ts';
import { type ChannelDriver, makeChannelDriver } from './channel-driver.ts';

/** A bot as the sandbox shows it. */
export interface ShownBot {
  id: number;
  token: string;
  username: string;
  /** Null if none is set. */
  webhook: { url: string; secret_token: string | null } | null;
  allowed_updates: string[];
}

/** Telegram: simulated people, and bots. */
export interface TelegramDriver extends ChannelDriver<'tg'> {
  /** Adds a bot, or changes the token or name of a known one. */
  putBot(bot: z.input<typeof BotAccount>): Promise<ShownBot>;
  /** The bot of that id; throws if it does not exist. */
  bot(id: string): Promise<ShownBot>;
}

export function makeTelegramDriver(call: CallControl): TelegramDriver {
  return {
    ...makeChannelDriver(call, 'tg'),
    putBot: async (bot) => (await call<{ bot: ShownBot }>('POST', '/accounts/tg', bot)).bot,
    bot: async (id) => (await call<{ bot: ShownBot }>('GET', `/accounts/tg/${id}`)).bot,
  };
}
