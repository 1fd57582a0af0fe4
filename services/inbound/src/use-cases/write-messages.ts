import type { CommittedEvent } from '@parley/common/hints';
import { appendPlatformRows } from '@parley/messaging/outbox/platform-events';
import type { AddressedMessage, TouchedConversation } from '../domain/addressed.ts';
import type { Applied } from '../domain/applied.ts';
import type { ApplyTransaction } from '../domain/apply-transaction.ts';
import { insertFiles, insertMessages } from '../storage/message-store.ts';
import type { PreparedMessages } from './prepare-messages.ts';

/** The results of messages; `awaited` are those that other items wait for. */
export interface AppliedMessages extends Applied {
  awaited: AddressedMessage[];
  /** Conversations with a message that was sent elsewhere: a stored watermark may cover it. */
  touched: TouchedConversation[];
  /** Its events, for the lanes of this process. */
  committed: CommittedEvent[];
}

/**
 * Writes prepared messages with their files and events, and their conversations after all of them, without awaiting in
 * between. Throws TransactionConflict when another transaction has stored one of them since they were placed.
 */
export async function writeMessages(
  { sql }: ApplyTransaction,
  { messages, repeated, changed, platformRows, woken }: PreparedMessages,
): Promise<AppliedMessages> {
  const unwritten = new Set(changed.keys());
  const rows = messages.map(({ message, event }) => {
    const { conversationId: id } = message;
    const conversation = unwritten.delete(id) ? (changed.get(id) ?? null) : null;
    return { message, event, conversation };
  });
  const [{ awaited, instanceIds, committed }, , platformIds] = await Promise.all([
    insertMessages(sql, rows),
    insertFiles(
      sql,
      messages.map(({ message }) => message),
    ),
    appendPlatformRows(sql, platformRows),
  ]);
  return {
    stored: messages.length,
    repeated,
    events: [],
    awaited: messages.flatMap(({ addressed, message }) => (awaited.has(message.id) ? [addressed] : [])),
    touched: messages.flatMap(({ addressed: { account, item }, conversation }) =>
      item.kind === 'echo' ? [{ account, conversationId: conversation.id }] : [],
    ),
    instanceIds: [...instanceIds, ...woken, ...platformIds],
    committed,
  };
}
