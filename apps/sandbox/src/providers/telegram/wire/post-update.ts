import type { CallbackOutcome, CallbackSender } from '../../../callbacks/callback-sender.ts';
import type { Bot } from '../state/bot.ts';

const DEFAULT_EXCLUDED = ['chat_member', 'message_reaction', 'message_reaction_count'];
const MAX_PENDING_UPDATES = 1000;

/** Delivers updates to a bot's webhook, or queues them until one is set. */
export interface TelegramUpdates {
  /** Null if the bot did not request this kind of update; status 0 and no retry while no webhook is set. */
  post(
    bot: Bot,
    kind: string,
    content: Record<string, unknown>,
    times?: number,
  ): Promise<(CallbackOutcome & { update_id: number }) | null>;
  postRaw(bot: Bot, body: Buffer, headers: Record<string, string>): Promise<CallbackOutcome>;
  flush(bot: Bot): void;
}

export function makeTelegramUpdates(deps: {
  callbacks: CallbackSender;
  now: () => number;
  /** The address under which the sandbox reaches a webhook. */
  reach: (url: string) => string;
}): TelegramUpdates {
  const postRaw: TelegramUpdates['postRaw'] = (bot, body, extra) => {
    const webhook = bot.webhook;
    if (!webhook) return Promise.resolve({ status: 0, error: 'no webhook', will_retry: false });
    webhook.undelivered++;
    return deps.callbacks.send({
      // The bot may move its webhook between attempts.
      url: () => (bot.webhook ? deps.reach(bot.webhook.url) : null),
      headers: {
        'content-type': 'application/json',
        ...(webhook.secretToken === null ? {} : { 'x-telegram-bot-api-secret-token': webhook.secretToken }),
        ...extra,
      },
      body,
      accepts: (status) => status >= 200 && status < 300,
      onAttempt: (outcome) => noteAttempt(bot, outcome, deps.now),
    });
  };

  return {
    async post(bot, kind, content, times = 1) {
      if (!asksFor(bot, kind)) return null;
      const update = { update_id: bot.nextUpdateId++, [kind]: content };
      if (!bot.webhook) {
        bot.pending.push(update);
        if (bot.pending.length > MAX_PENDING_UPDATES) bot.pending.shift();
        return { status: 0, error: 'no webhook', will_retry: false, update_id: update.update_id };
      }
      const body = Buffer.from(JSON.stringify(update));
      let outcome = await postRaw(bot, body, {});
      for (let i = 1; i < times; i++) outcome = await postRaw(bot, body, {});
      return { ...outcome, update_id: update.update_id };
    },
    postRaw,
    flush(bot) {
      for (const update of bot.pending.splice(0)) void postRaw(bot, Buffer.from(JSON.stringify(update)), {});
    },
  };
}

function asksFor(bot: Bot, kind: string): boolean {
  return bot.allowedUpdates.length === 0 ? !DEFAULT_EXCLUDED.includes(kind) : bot.allowedUpdates.includes(kind);
}

function noteAttempt(bot: Bot, outcome: CallbackOutcome, now: () => number) {
  if (!bot.webhook) return;
  if (!outcome.will_retry) bot.webhook.undelivered = Math.max(0, bot.webhook.undelivered - 1);
  if (outcome.status >= 200 && outcome.status < 300) return;
  bot.webhook.lastErrorDate = Math.floor(now() / 1000);
  bot.webhook.lastErrorMessage =
    outcome.status === 0
      ? (outcome.error ?? 'Connection failed')
      : `Wrong response from the webhook: ${outcome.status}`;
}
