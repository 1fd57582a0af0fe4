import { refused } from '@parley/providers/send-outcome';
import {
  telegramDeletion,
  telegramEdit,
  telegramReaction,
  telegramTyping,
} from '@parley/providers/telegram/telegram-acts';
import { isBusinessAddress } from '@parley/providers/telegram/telegram-chat';
import type { TelegramClient } from '@parley/providers/telegram/telegram-client';
import type { ChannelActs } from '../../domain/channel-acts.ts';
import type { SendingAccount } from '../../domain/channel-sender.ts';

const NO_REACTION = refused({
  name: 'telegram',
  status: null,
  code: null,
  message: 'A bot cannot react in the account of a business connection.',
});

/** Acts of a bot (docs/reference/tg.md#acts). */
export function makeTgActs({ act }: Pick<TelegramClient, 'act'>): ChannelActs {
  const tokenOf = ({ credentials: { bot_token: token = '' } }: SendingAccount): string => token;
  return {
    // The Bot API would look for the message in the bot's own chat with the person.
    react: async (account, { peer, providerMessageId }, emoji, timeoutMs) =>
      isBusinessAddress(peer)
        ? NO_REACTION
        : act(tokenOf(account), telegramReaction(providerMessageId, emoji), timeoutMs),
    edit: (account, { providerMessageId, hasFile }, text, timeoutMs) =>
      act(tokenOf(account), telegramEdit(providerMessageId, text, hasFile), timeoutMs),
    remove: (account, { providerMessageId }, timeoutMs) =>
      act(tokenOf(account), telegramDeletion(providerMessageId), timeoutMs),
    showTyping: (account, { peer, threadId }, state, timeoutMs) =>
      act(tokenOf(account), telegramTyping(peer, threadId, state === 'recording' ? 'recording' : 'typing'), timeoutMs),
  };
}
