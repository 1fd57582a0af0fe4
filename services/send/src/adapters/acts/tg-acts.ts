import {
  telegramDeletion,
  telegramEdit,
  telegramReaction,
  telegramTyping,
} from '@parley/providers/telegram/telegram-acts';
import type { TelegramClient } from '@parley/providers/telegram/telegram-client';
import type { ChannelActs } from '../../domain/channel-acts.ts';
import type { SendingAccount } from '../../domain/channel-sender.ts';

/** Acts of a bot (docs/reference/tg.md#acts). */
export function makeTgActs({ act }: Pick<TelegramClient, 'act'>): ChannelActs {
  const tokenOf = ({ credentials: { bot_token: token = '' } }: SendingAccount): string => token;
  return {
    react: (account, { providerMessageId }, emoji, timeoutMs) =>
      act(tokenOf(account), telegramReaction(providerMessageId, emoji), timeoutMs),
    edit: (account, { providerMessageId, hasFile }, text, timeoutMs) =>
      act(tokenOf(account), telegramEdit(providerMessageId, text, hasFile), timeoutMs),
    remove: (account, { providerMessageId }, timeoutMs) =>
      act(tokenOf(account), telegramDeletion(providerMessageId), timeoutMs),
    showTyping: (account, { peer }, state, timeoutMs) =>
      act(tokenOf(account), telegramTyping(peer, state === 'recording' ? 'recording' : 'typing'), timeoutMs),
  };
}
