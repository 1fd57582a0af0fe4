import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Bot } from '../state/bot.ts';
import { makeBot } from '../state/seed-bot.ts';
import type { TelegramState } from '../state/telegram-state.ts';

/** Body of POST /sandbox/accounts/tg. */
export const BotAccount = z.object({
  token: z.string().regex(/^\d+:[A-Za-z0-9_-]{35}$/),
  username: z.string().default('sandbox_bot'),
  first_name: z.string().default('Sandbox bot'),
});

/** `/sandbox/accounts/tg`: adds, changes and removes bots. */
export function botRoutes(app: FastifyInstance, state: TelegramState) {
  app.post('/sandbox/accounts/tg', async (request) => {
    const given = BotAccount.parse(request.body);
    const bot = makeBot(given.token, given.username, given.first_name);
    const known = state.bots.get(String(bot.id));
    // A renewed token keeps the bot with its webhook, updates and chats.
    const kept = known
      ? Object.assign(known, { token: given.token, username: given.username, firstName: given.first_name })
      : bot;
    state.bots.set(String(bot.id), kept);
    return { ok: true, bot: showBot(kept) };
  });

  app.get('/sandbox/accounts/tg/:id', async (request, reply) => {
    const { id } = z.object({ id: z.string() }).parse(request.params);
    const bot = state.bots.get(id);
    return bot
      ? reply.send({ ok: true, bot: showBot(bot) })
      : reply.code(404).send({ ok: false, error: 'unknown_account' });
  });

  app.delete('/sandbox/accounts/tg/:id', async (request) => {
    const { id } = z.object({ id: z.string() }).parse(request.params);
    return { ok: true, deleted: state.bots.delete(id) };
  });
}

function showBot({ id, token, username, webhook, allowedUpdates }: Bot) {
  return {
    id,
    token,
    username,
    webhook: webhook && { url: webhook.url, secret_token: webhook.secretToken },
    allowed_updates: allowedUpdates,
  };
}
