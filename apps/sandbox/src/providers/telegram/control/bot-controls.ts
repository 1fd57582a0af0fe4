import { z } from 'zod';
import { defineControl } from '../../../control/define-control.ts';

/** A bot as the sandbox shows it. */
export interface ShownBot {
  id: number;
  token: string;
  username: string;
  /** Null if none is set. */
  webhook: { url: string; secret_token: string | null } | null;
  allowed_updates: string[];
}

/** The bots of Telegram. */
export const BOT_CONTROLS = {
  /** Adds a bot, or changes the token or name of a known one. */
  putBot: defineControl({
    method: 'POST',
    path: '/accounts/tg',
    input: z.object({
      token: z.string().regex(/^\d+:[A-Za-z0-9_-]{35}$/),
      username: z.string().default('sandbox_bot'),
      first_name: z.string().default('Sandbox bot'),
    }),
    output: ({ bot }: { bot: ShownBot }) => bot,
  }),
  /** The bot of that id; throws if it does not exist. */
  bot: defineControl({ method: 'GET', path: '/accounts/tg/:id', output: ({ bot }: { bot: ShownBot }) => bot }),
  removeBot: defineControl({
    method: 'DELETE',
    path: '/accounts/tg/:id',
    output: ({ deleted }: { deleted: boolean }) => deleted,
  }),
};
