import { type ConversationFacts, latest } from './conversation-facts.ts';

/** A message that joins a conversation. */
export interface JoiningMessage {
  /** Its id, larger than those of all messages of the conversation. */
  id: string;
  direction: 'in' | 'out';
  /** When it was written, by the provider's clock. */
  at: Date;
  /** The address that it came from, or went to. */
  peer: string;
  /** The provider's own id of the conversation (tt), or the topic of the message (tg). */
  providerThreadId: string | null;
  /** A customer's message that needs no answer: it does not open the conversation, and is not unread. */
  isQuiet?: boolean;
}

/**
 * The unread count and read mark after a message. A message sent elsewhere (a linked phone, the platform's inbox)
 * answers every message of the customer, unless it arrives late and was written before the newest of them.
 */
function unreadAfter(
  { unread, readMessageId, lastInboundAt }: ConversationFacts,
  { id, direction, at, isQuiet = false }: JoiningMessage,
): Pick<ConversationFacts, 'unread' | 'readMessageId'> {
  if (isQuiet) return { unread, readMessageId };
  if (direction === 'in') return { unread: unread + 1, readMessageId };
  const isAnswer = lastInboundAt === null || at.getTime() >= lastInboundAt.getTime();
  return isAnswer ? { unread: 0, readMessageId: id } : { unread, readMessageId };
}

/**
 * A conversation after a message. Messages may arrive late: the newest one determines the person's address. A
 * customer's message opens the conversation, ends its snooze, and is unread, unless it needs no answer. Returns the same
 * object when nothing changes.
 */
export function conversationAfterMessage(before: ConversationFacts, message: JoiningMessage): ConversationFacts {
  const { at, direction, peer, providerThreadId, isQuiet = false } = message;
  const isIn = direction === 'in';
  const opens = isIn && !isQuiet;
  const isNewestIn = isIn && at.getTime() >= (before.lastInboundAt ?? at).getTime();
  const isNewest = at.getTime() >= before.lastMessageAt.getTime();
  const after: ConversationFacts = {
    ...before,
    lastInboundAt: isIn ? latest(before.lastInboundAt, at) : before.lastInboundAt,
    lastMessageAt: latest(before.lastMessageAt, at),
    // The address that a person last wrote from is the one that reaches them.
    peer: isNewestIn ? peer : before.peer,
    // Telegram's times are whole seconds, so our answer may look newer than the message that names the topic.
    providerThreadId:
      isNewest || isNewestIn
        ? (providerThreadId ?? before.providerThreadId)
        : (before.providerThreadId ?? providerThreadId),
    status: opens ? 'open' : before.status,
    isSnoozed: !opens && before.isSnoozed,
    ...unreadAfter(before, message),
  };
  return isSame(before, after) ? before : after;
}

const isSame = (a: ConversationFacts, b: ConversationFacts): boolean =>
  a.peer === b.peer &&
  a.providerThreadId === b.providerThreadId &&
  a.status === b.status &&
  a.isSnoozed === b.isSnoozed &&
  a.unread === b.unread &&
  a.readMessageId === b.readMessageId &&
  a.lastInboundAt?.getTime() === b.lastInboundAt?.getTime() &&
  a.lastMessageAt.getTime() === b.lastMessageAt.getTime();

/** A conversation after activity other than a message; the same object when there is newer activity. */
export const touchConversation = (before: ConversationFacts, at: Date): ConversationFacts =>
  at.getTime() > before.lastMessageAt.getTime() ? { ...before, lastMessageAt: at } : before;
