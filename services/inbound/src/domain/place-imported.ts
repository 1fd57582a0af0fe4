import { latest } from '@parley/messaging/people/domain/conversation-facts';
import { nameKey, repliedBy } from './decide-messages.ts';
import type { NewMessage } from './new-message.ts';

/** An imported message with its id, its conversation and the stored message that it replies to. */
export interface ImportedMessage extends NewMessage {
  id: string;
  conversationId: number;
  replyToId: string | null;
}

/** A conversation with imported messages: the newest time of each kind. */
export interface ImportedConversation {
  id: number;
  lastInboundAt: Date | null;
  lastMessageAt: Date;
}

interface Places {
  /** The id of the first message; the next ones get the ids below it. */
  nextId: bigint;
  /** Of each message, in the same order. */
  conversations: readonly { id: number }[];
  /** The stored message that each one replies to; null: none, or one of this batch. */
  replied: readonly (string | null)[];
}

/** Gives messages, newest first, descending ids: messages are listed by id. */
export function placeImported(
  messages: readonly NewMessage[],
  { nextId, conversations, replied }: Places,
): ImportedMessage[] {
  const idOf = new Map(messages.map((message, index) => [nameKey(message), String(nextId - BigInt(index))]));
  return messages.map((message, index) => {
    const answered = repliedBy(message);
    return {
      ...message,
      id: String(nextId - BigInt(index)),
      conversationId: conversations[index]?.id ?? 0,
      replyToId: replied[index] ?? (answered && (idOf.get(nameKey(answered)) ?? null)),
    };
  });
}

/** The conversations of imported messages, each once, in the order of their ids. */
export function joinImported(
  messages: readonly Pick<ImportedMessage, 'conversationId' | 'direction' | 'happenedAt'>[],
): ImportedConversation[] {
  const joined = new Map<number, ImportedConversation>();
  for (const { conversationId: id, direction, happenedAt } of messages) {
    const { lastInboundAt, lastMessageAt } = joined.get(id) ?? { lastInboundAt: null, lastMessageAt: happenedAt };
    joined.set(id, {
      id,
      lastInboundAt: direction === 'in' ? latest(lastInboundAt, happenedAt) : lastInboundAt,
      lastMessageAt: latest(lastMessageAt, happenedAt),
    });
  }
  return [...joined.values()].sort((a, b) => a.id - b.id);
}
