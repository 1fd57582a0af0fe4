import type { OutboxRow } from '@parley/messaging/outbox/new-event';
import type { ConversationFacts } from '@parley/messaging/people/domain/conversation-facts';
import type { WrittenMessages } from '../storage/message-store.ts';
import type { ApplyStore } from './apply-store.ts';
import type { Placed } from './place-messages.ts';

/** A new message with its events. */
export interface ReportedMessage extends Placed {
  event: OutboxRow;
}

/**
 * Stores placed messages with their files and events, and their conversations after all of them, in one write to the
 * server. Throws TransactionConflict when another transaction has stored one of them since they were placed.
 */
export async function storeMessages(
  store: Pick<ApplyStore, 'writeMessages' | 'insertFiles'>,
  messages: readonly ReportedMessage[],
  changed: ReadonlyMap<number, ConversationFacts>,
): Promise<WrittenMessages> {
  const unwritten = new Set(changed.keys());
  const rows = messages.map(({ message, event }) => {
    const { conversationId: id } = message;
    const conversation = unwritten.delete(id) ? (changed.get(id) ?? null) : null;
    return { message, event, conversation };
  });
  const files = messages.flatMap(({ message: { id, tenantId, channelAccountId, files } }) =>
    files.map((file) => ({ ...file, tenantId, channelAccountId, messageId: id })),
  );
  const [written] = await Promise.all([store.writeMessages(rows), store.insertFiles(files)]);
  return written;
}
