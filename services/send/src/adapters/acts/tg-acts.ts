import type { ActOutcome } from '@parley/providers/act-outcome';
import { refused } from '@parley/providers/send-outcome';
import {
  type TelegramAct,
  telegramDeletion,
  telegramEdit,
  telegramReaction,
  telegramTyping,
} from '@parley/providers/telegram/telegram-acts';
import { isBusinessAddress } from '@parley/providers/telegram/telegram-chat';
import type { TelegramClient } from '@parley/providers/telegram/telegram-client';
import type { ChannelActs } from '../../domain/channel-acts.ts';
import type { SendingAccount } from '../../domain/channel-sender.ts';
import { type ConnectionSources, onNewestConnection } from '../on-newest-connection.ts';

const NO_REACTION = refused({
  name: 'telegram',
  status: null,
  code: null,
  message: 'A bot cannot react in the account of a business connection.',
});

/** Acts of a bot (docs/reference/tg.md#acts). */
export function makeTgActs({ act }: Pick<TelegramClient, 'act'>, sources: ConnectionSources): ChannelActs {
  /** `value` names the chat: its address, or the id of a message. */
  const actOn = (
    account: SendingAccount,
    value: string,
    make: (value: string) => TelegramAct,
    timeoutMs: number,
  ): Promise<ActOutcome> =>
    onNewestConnection(sources, account, value, (current) =>
      act(account.credentials.bot_token ?? '', make(current), timeoutMs),
    );
  return {
    // The Bot API would look for the message in the bot's own chat with the person.
    react: async (account, { peer, providerMessageId }, emoji, timeoutMs) =>
      isBusinessAddress(peer)
        ? NO_REACTION
        : actOn(account, providerMessageId, (id) => telegramReaction(id, emoji), timeoutMs),
    edit: (account, { providerMessageId, hasFile }, text, timeoutMs) =>
      actOn(account, providerMessageId, (id) => telegramEdit(id, text, hasFile), timeoutMs),
    remove: (account, { providerMessageId }, timeoutMs) =>
      actOn(account, providerMessageId, telegramDeletion, timeoutMs),
    showTyping: (account, { peer, threadId }, state, timeoutMs) =>
      actOn(
        account,
        peer,
        (to) => telegramTyping(to, threadId, state === 'recording' ? 'recording' : 'typing'),
        timeoutMs,
      ),
  };
}
