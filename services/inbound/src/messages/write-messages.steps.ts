import type { CommittedEvent } from '@parley/common/hints';
import { allUnsent, mapUnsent, type Unsent } from '@parley/database/unsent';
import { unsentPlatformRows } from '@parley/messaging/outbox/platform-events';
import type { AddressedMessage, TouchedConversation } from '../batch/addressed.rules.ts';
import type { Applied } from '../batch/applied.rules.ts';
import { insertFiles, insertMessages } from './message.store.ts';
import type { PreparedMessages } from './prepare-messages.steps.ts';

/** The results of messages; `awaited` are those that other items wait for. */
export interface AppliedMessages extends Applied {
  awaited: AddressedMessage[];
  /** Conversations with a message that was sent elsewhere: a stored watermark may cover it. */
  touched: TouchedConversation[];
  /** Its events, for the lanes of this process. */
  committed: CommittedEvent[];
}

/**
 * Writes prepared messages with their files and events, and their conversations after all of them. The error is a
 * TransactionConflict when another transaction has stored one of them since they were placed.
 */
export function writeMessages({
  messages,
  repeated,
  changed,
  platformRows,
  woken,
}: PreparedMessages): Unsent<AppliedMessages> {
  const unwritten = new Set(changed.keys());
  const rows = messages.map(({ message, event }) => {
    const { conversationId: id } = message;
    const conversation = unwritten.delete(id) ? (changed.get(id) ?? null) : null;
    return { message, event, conversation };
  });
  const writes = allUnsent([
    insertMessages(rows),
    insertFiles(messages.map(({ message }) => message)),
    unsentPlatformRows(platformRows),
  ]);
  return mapUnsent(writes, ([{ awaited, instanceIds, committed }, , platformIds]) => ({
    stored: messages.length,
    repeated,
    events: [],
    awaited: messages.flatMap(({ addressed, message }) => (awaited.has(message.id) ? [addressed] : [])),
    touched: messages.flatMap(({ addressed: { account, item }, conversation }) =>
      item.kind === 'echo' ? [{ account, conversationId: conversation.id }] : [],
    ),
    instanceIds: [...instanceIds, ...woken, ...platformIds],
    committed,
  }));
}
