import type { ConversationMessage } from './read-messages.ts';

/** A conversation with the newest of its messages. */
export type Conversation = Pick<ConversationMessage, 'conversation_id' | 'channel' | 'with'> & {
  /** Number of messages that were read. */
  messages: number;
  last: Omit<ConversationMessage, 'conversation_id' | 'channel' | 'with'>;
};

/** The conversations of messages that come oldest first; the one with the newest message is first. */
export async function listConversations(messages: AsyncIterable<ConversationMessage>): Promise<Conversation[]> {
  const found = new Map<number, Conversation>();
  for await (const { conversation_id, channel, with: person, ...last } of messages) {
    const count = (found.get(conversation_id)?.messages ?? 0) + 1;
    // Removed first, so that the map is in the order of the newest message.
    found.delete(conversation_id);
    found.set(conversation_id, { conversation_id, channel, with: person, messages: count, last });
  }
  return [...found.values()].reverse();
}
