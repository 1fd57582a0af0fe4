import type { TelegramClient } from '@parley/providers/telegram/telegram-client';
import { telegramSend } from '@parley/providers/telegram/telegram-send';
import type { ChannelSender } from '../../domain/channel-sender.ts';

/**
 * Sends as a bot. A group that became a supergroup has a new id: the refusal proves that nothing was sent, so it is sent
 * there once (docs/reference/tg.md#errors).
 */
export function makeTgSender(telegram: TelegramClient): ChannelSender {
  return {
    async send({ credentials: { bot_token: token = '' } }, message, _messageId, timeoutMs) {
      const deadline = Date.now() + timeoutMs;
      const outcome = await telegram.send(token, telegramSend(message), timeoutMs);
      if (outcome.kind !== 'refused' || outcome.migratedTo === null) return outcome;
      const { migratedTo } = outcome;
      const leftMs = deadline - Date.now();
      if (leftMs <= 0) return outcome;
      const again = await telegram.send(token, telegramSend({ ...message, to: migratedTo }), leftMs);
      return again.kind === 'accepted' ? { ...again, recipientAlias: migratedTo } : again;
    },
  };
}
