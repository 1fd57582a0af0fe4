import { at } from '@parley/common/at';
import type { Sql } from '@parley/database/sql';
import {
  type LockedConversation,
  lockConversations,
  type OnReported,
  upsertForMessages,
} from '@parley/messaging/people/upsert-conversations';
import type { Addressed, AddressedItem, AddressedMessage } from '../batch/inbound-message.rules.ts';
import {
  awaitedQuote,
  beginningOf,
  findFresh,
  findInnerReplies,
  type NewMessage,
  nameKey,
  type PlacedInbound,
  type PlacedMessage,
  repliedBy,
} from './message.rules.ts';
import { findRepliedChats, findStoredIds } from './message.store.ts';
import { joinRepliedChat } from './replied-message.rules.ts';

interface Found {
  position: number;
  message: NewMessage;
  conversation: Omit<LockedConversation, 'isAwaited'> & Pick<PlacedInbound, 'isAwaited'>;
}

/** The new messages, each with its conversation: one statement when all people are known and nothing is repeated. */
async function findConversations(sql: Sql, messages: readonly NewMessage[], onReported: OnReported): Promise<Found[]> {
  let fresh = findFresh(messages, new Set());
  let conversations: Found['conversation'][] | null = await lockConversations(
    sql,
    fresh.map(({ message }) => message),
  );
  if (conversations === null) {
    fresh = findFresh(messages, new Set((await findStoredIds(sql, messages)).keys()));
    const locked = await upsertForMessages(
      sql,
      fresh.map(({ message }) => beginningOf(message)),
      onReported,
    );
    conversations = locked.map((conversation) => ({ ...conversation, isAwaited: null }));
  }
  const found = conversations;
  return fresh.map(({ message, position }, index) => ({ position, message, conversation: at(found, index) }));
}

/** Keeps the provider's id of the quoted message while that is not stored. */
function withAwaitedQuote(message: PlacedMessage): PlacedMessage {
  const quotes = awaitedQuote(message);
  return quotes === null || message.extra === null ? message : { ...message, extra: { ...message.extra, quotes } };
}

/**
 * The messages that are not stored yet, in order, each with its id, its conversation and the message that it replies
 * to. `rows` are those of the given messages, in the same order.
 */
export async function placeMessages(
  sql: Sql,
  given: readonly AddressedMessage[],
  rows: readonly NewMessage[],
  onReported: OnReported,
): Promise<PlacedInbound[]> {
  const found = await findConversations(sql, rows, onReported);
  const own = new Map(found.map(({ message, conversation }) => [nameKey(message), conversation.messageId]));
  const inner = findInnerReplies(found.map(({ message }) => message));
  const outer = found.flatMap(({ message }) => (inner.has(nameKey(message)) ? [] : (repliedBy(message) ?? [])));
  const stored = await findStoredIds(sql, outer);
  return found.map(({ position, message, conversation: locked }) => {
    const { messageId: id, platform, hasBot, isAwaited, ...conversation } = locked;
    const innerReply = inner.get(nameKey(message));
    const answered = repliedBy(message);
    const replyToId = innerReply ? own.get(nameKey(innerReply)) : answered && stored.get(nameKey(answered));
    const { account, item } = at(given, position);
    return {
      account,
      item,
      conversation,
      platform,
      hasBot,
      isAwaited,
      message: withAwaitedQuote({ id, conversationId: conversation.id, replyToId: replyToId ?? null, ...message }),
    };
  });
}

const isWithoutChat = (entry: AddressedItem): entry is Addressed<'message'> =>
  entry.item.kind === 'message' && entry.item.isInChatOfReplied === true;

/**
 * Puts messages without a chat into the chat of the message that they answer; only these cost a statement. Without any,
 * returns the given entries themselves.
 */
export async function joinRepliedChats(sql: Sql, entries: readonly AddressedItem[]): Promise<readonly AddressedItem[]> {
  const open = entries.filter(isWithoutChat);
  if (open.length === 0) return entries;
  const chats = await findRepliedChats(
    sql,
    open.map(({ account, item }) => ({
      channelAccountId: account.id,
      providerMessageId: item.replyToProviderId ?? '',
    })),
  );
  const joined = new Map<AddressedItem, AddressedItem>();
  for (const [index, message] of open.entries()) {
    const chat = at(chats, index);
    if (chat) joined.set(message, { account: message.account, item: joinRepliedChat(message.item, chat) });
  }
  return entries.map((entry) => joined.get(entry) ?? entry);
}
