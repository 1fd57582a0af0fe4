import type { TelegramClient } from '@parley/providers/telegram/telegram-client';
import { telegramSend } from '@parley/providers/telegram/telegram-send';
import type { ChannelSender } from '../domain/channel-sender.ts';

/** Sends as a bot. A group that became a supergroup has a new id: the refusal proves that nothing was sent, so it is sent there. */
export function makeTgSender(telegram: TelegramClient): ChannelSender {
  return {
    async send({ credentials: { bot_token: token = '' } }, message) {
      const outcome = await telegram.send(token, telegramSend(message));
      if (outcome.kind !== 'refused' || outcome.migratedTo === null) return outcome;
      const { migratedTo } = outcome;
      const again = await telegram.send(token, telegramSend({ ...message, to: migratedTo }));
      return again.kind === 'accepted' ? { ...again, recipientAlias: migratedTo } : again;
    },
  };
}
