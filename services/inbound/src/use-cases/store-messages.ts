import type { OutboxRow } from '@parley/messaging/outbox/new-event';
import type { ConversationFacts } from '@parley/messaging/people/domain/conversation-facts';
import { joinConversations } from '../domain/decide-messages.ts';
import type { WrittenMessages } from '../storage/message-store.ts';
import type { ApplyStore } from './apply-store.ts';
import type { Placed } from './place-messages.ts';

/** A message that is new, and what is reported of it. */
export interface ReportedMessage extends Placed {
  event: OutboxRow;
}

/** What was written, and the conversations that changed, as they are after all of the messages. */
export interface StoredMessages extends WrittenMessages {
  changed: ReadonlyMap<number, ConversationFacts>;
}

/**
 * Stores placed messages with their files and events, and moves their conversations on. Throws SQLSTATE 40001 when another
 * transaction has stored one of them since they were placed.
 */
export async function storeMessages(
  store: Pick<ApplyStore, 'writeMessages' | 'insertFiles'>,
  messages: readonly ReportedMessage[],
): Promise<StoredMessages> {
  const changed = new Map(joinConversations(messages).map((conversation) => [conversation.id, conversation]));
  const unwritten = new Set(changed.keys());
  const written = await store.writeMessages(
    messages.map(({ message, event }) => {
      const { conversationId: id } = message;
      const conversation = unwritten.delete(id) ? (changed.get(id) ?? null) : null;
      return { message, event, conversation };
    }),
  );
  await store.insertFiles(
    messages.flatMap(({ message: { id, tenantId, channelAccountId, files } }) =>
      files.map((file) => ({ ...file, tenantId, channelAccountId, messageId: id })),
    ),
  );
  return { ...written, changed };
}
