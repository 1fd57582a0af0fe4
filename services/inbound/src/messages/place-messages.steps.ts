import { at } from '@parley/common/at';
import type { Sql } from '@parley/database/sql';
import {
  type ConversationFacts,
  type LockedConversation,
  lockConversations,
  type OnReported,
  type ReportedConversation,
  upsertForMessages,
} from '@parley/messaging/people/upsert-conversations';
import { awaitedQuote, beginningOf, findFresh, findInnerReplies, nameKey, repliedBy } from './decide-messages.rules.ts';
import { findStoredIds } from './message.store.ts';
import type { NewMessage, PlacedMessage } from './new-message.rules.ts';

/** A new message, with its locked conversation as it was before all of them. */
export interface Placed {
  /** Its position in the given list. */
  position: number;
  message: PlacedMessage;
  conversation: ConversationFacts;
  /** The data of platform events about the conversation. */
  platform: ReportedConversation;
  /** Whether the tenant has a bot that may answer. */
  hasBot: boolean;
  /** Whether an update waits for the message; null: not looked up. */
  isAwaited: boolean | null;
}

interface Found {
  position: number;
  message: NewMessage;
  conversation: Omit<LockedConversation, 'isAwaited'> & Pick<Placed, 'isAwaited'>;
}

/** The new messages, each with its conversation: one statement when everybody is known and nothing is repeated. */
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
 * to.
 */
export async function placeMessages(
  sql: Sql,
  messages: readonly NewMessage[],
  onReported: OnReported,
): Promise<Placed[]> {
  const found = await findConversations(sql, messages, onReported);
  const own = new Map(found.map(({ message, conversation }) => [nameKey(message), conversation.messageId]));
  const inner = findInnerReplies(found.map(({ message }) => message));
  const outer = found.flatMap(({ message }) => (inner.has(nameKey(message)) ? [] : (repliedBy(message) ?? [])));
  const stored = await findStoredIds(sql, outer);
  return found.map(({ position, message, conversation: locked }) => {
    const { messageId: id, platform, hasBot, isAwaited, ...conversation } = locked;
    const innerReply = inner.get(nameKey(message));
    const answered = repliedBy(message);
    const replyToId = innerReply ? own.get(nameKey(innerReply)) : answered && stored.get(nameKey(answered));
    return {
      position,
      conversation,
      platform,
      hasBot,
      isAwaited,
      message: withAwaitedQuote({ id, conversationId: conversation.id, replyToId: replyToId ?? null, ...message }),
    };
  });
}
