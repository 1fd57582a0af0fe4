import { at } from '@parley/common/at';
import { latest } from '@parley/messaging/people/domain/conversation-facts';
import { type NewMessage, nameKey, type PlacedMessage, repliedBy } from '../messages/message.rules.ts';

/** A conversation, with the newest times of its imported messages. */
export interface ImportedConversation {
  id: number;
  lastInboundAt: Date | null;
  lastMessageAt: Date;
}

interface Places {
  /** The id of the first message; the next ones get the ids below it. */
  nextId: bigint;
  /** Conversation of each message, in the same order. */
  conversations: readonly { id: number }[];
  /** The ids of stored messages that they reply to, by {@link nameKey}. */
  replied: ReadonlyMap<string, string>;
}

/** Assigns descending ids to messages that are sorted newest first, because messages are listed by id. */
export function placeImported(
  messages: readonly NewMessage[],
  { nextId, conversations, replied }: Places,
): PlacedMessage[] {
  const idOf = new Map(messages.map((message, index) => [nameKey(message), String(nextId - BigInt(index))]));
  return messages.map((message, index) => {
    const answered = repliedBy(message);
    const key = answered && nameKey(answered);
    return {
      ...message,
      id: String(nextId - BigInt(index)),
      conversationId: at(conversations, index).id,
      replyToId: key && (replied.get(key) ?? idOf.get(key) ?? null),
    };
  });
}

/** When a message was heard; the past opens no reply window, which only wa has. */
export const heardAt = ({
  channel,
  direction,
  happenedAt,
}: Pick<NewMessage, 'channel' | 'direction' | 'happenedAt'>) =>
  channel !== 'wa' && direction === 'in' ? happenedAt : null;

/** The conversations of imported messages, each once, in the order of their ids. */
export function joinImported(
  messages: readonly Pick<PlacedMessage, 'conversationId' | 'channel' | 'direction' | 'happenedAt'>[],
): ImportedConversation[] {
  const joined = new Map<number, ImportedConversation>();
  for (const message of messages) {
    const { conversationId: id, happenedAt } = message;
    const { lastInboundAt, lastMessageAt } = joined.get(id) ?? { lastInboundAt: null, lastMessageAt: happenedAt };
    const heard = heardAt(message);
    joined.set(id, {
      id,
      lastInboundAt: heard === null ? lastInboundAt : latest(lastInboundAt, heard),
      lastMessageAt: latest(lastMessageAt, happenedAt),
    });
  }
  return [...joined.values()].sort((a, b) => a.id - b.id);
}
