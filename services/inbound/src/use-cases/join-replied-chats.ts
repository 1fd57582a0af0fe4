import { at } from '@parley/common/at';
import type { Sql } from '@parley/database/sql';
import type { Addressed, AddressedMessage } from '../domain/addressed.ts';
import { joinRepliedChat } from '../domain/join-replied-chat.ts';
import { findRepliedChats } from '../storage/replied-chat-store.ts';

const isWithoutChat = (message: AddressedMessage): message is Addressed<'message'> =>
  message.item.kind === 'message' && message.item.isInChatOfReplied === true;

/** Puts messages without a chat into the chat of the message that they answer; only these cost a statement. */
export async function joinRepliedChats(
  sql: Sql,
  messages: readonly AddressedMessage[],
): Promise<readonly AddressedMessage[]> {
  const open = messages.filter(isWithoutChat);
  if (open.length === 0) return messages;
  const chats = await findRepliedChats(
    sql,
    open.map(({ account, item }) => ({
      channelAccountId: account.id,
      providerMessageId: item.replyToProviderId ?? '',
    })),
  );
  const joined = new Map<AddressedMessage, AddressedMessage>();
  for (const [index, message] of open.entries()) {
    const chat = at(chats, index);
    if (chat) joined.set(message, { account: message.account, item: joinRepliedChat(message.item, chat) });
  }
  return messages.map((message) => joined.get(message) ?? message);
}
