import { type ConversationFacts, latest } from './conversation-facts.ts';

/** A message that joins a conversation. */
export interface JoiningMessage {
  direction: 'in' | 'out';
  /** When it was written, by the provider's clock. */
  at: Date;
  /** The address that it came from, or went to. */
  peer: string;
  /** The provider's own id of the conversation (tt). */
  providerThreadId: string | null;
}

/**
 * A conversation after a message. Messages may arrive late: the newest one decides the person's address. A customer's message
 * opens the conversation. Returns the same object when nothing changes.
 */
export function conversationAfterMessage(before: ConversationFacts, message: JoiningMessage): ConversationFacts {
  const { at, direction, peer, providerThreadId } = message;
  const isIn = direction === 'in';
  const isNewestIn = isIn && at.getTime() >= (before.lastInboundAt ?? at).getTime();
  const isNewest = at.getTime() >= before.lastMessageAt.getTime();
  const after: ConversationFacts = {
    ...before,
    lastInboundAt: isIn ? latest(before.lastInboundAt, at) : before.lastInboundAt,
    lastMessageAt: latest(before.lastMessageAt, at),
    // The address that a person wrote from last is the one that reaches them.
    peer: isNewestIn ? peer : before.peer,
    providerThreadId: isNewest
      ? (providerThreadId ?? before.providerThreadId)
      : (before.providerThreadId ?? providerThreadId),
    status: isIn ? 'open' : before.status,
  };
  return isSame(before, after) ? before : after;
}

const isSame = (a: ConversationFacts, b: ConversationFacts): boolean =>
  a.peer === b.peer &&
  a.providerThreadId === b.providerThreadId &&
  a.status === b.status &&
  a.lastInboundAt?.getTime() === b.lastInboundAt?.getTime() &&
  a.lastMessageAt.getTime() === b.lastMessageAt.getTime();

/** A conversation after activity that is no message; the same object when there is newer activity. */
export const touchConversation = (before: ConversationFacts, at: Date): ConversationFacts =>
  at.getTime() > before.lastMessageAt.getTime() ? { ...before, lastMessageAt: at } : before;
