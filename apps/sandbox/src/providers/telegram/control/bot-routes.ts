import type { FastifyInstance } from 'fastify';
import { unknownAccount } from '../../../control/control-error.ts';
import { mountControls } from '../../../control/mount-controls.ts';
import { type Bot, makeBot } from '../state/bot.ts';
import type { TelegramState } from '../state/telegram-state.ts';
import { BOT_CONTROLS, type ShownBot } from './bot-controls.ts';

/** Adds, changes and removes bots. */
export function botRoutes(app: FastifyInstance, state: TelegramState) {
  mountControls(app, BOT_CONTROLS, {
    putBot({ token, username, first_name: firstName }) {
      const bot = makeBot(token, username, firstName);
      const known = state.bots.get(String(bot.id));
      // A renewed token keeps the bot with its webhook, updates and chats.
      const kept = known ? Object.assign(known, { token, username, firstName }) : bot;
      state.bots.set(String(bot.id), kept);
      return { bot: showBot(kept) };
    },
    bot: (_, { id }) => ({ bot: showBot(state.bots.get(id) ?? unknownAccount()) }),
    removeBot: (_, { id }) => ({ deleted: state.bots.delete(id) }),
  });
}

function showBot({ id, token, username, webhook, allowedUpdates }: Bot): ShownBot {
  return {
    id,
    token,
    username,
    webhook: webhook && { url: webhook.url, secret_token: webhook.secretToken },
    allowed_updates: allowedUpdates,
  };
}
