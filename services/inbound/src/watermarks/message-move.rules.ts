import { type OutboxRow, toOutboxRow } from '@parley/messaging/outbox/new-event';
import type { ConnectedAccount } from '../batch/connected-account.rules.ts';
import { messageStatus } from '../messages/build-events.rules.ts';
import type { Move, StoredMovable } from './apply-watermark.rules.ts';

type StoredMove = Move<StoredMovable>;

/** The entry of a move in its message's history. */
export const moveStep = ({ message, status, at }: StoredMove) => ({ messageId: message.id, status, at });

/** The event of a move. */
export function moveEvent(account: ConnectedAccount, { message, status, at }: StoredMove, receivedAt: Date): OutboxRow {
  const { id: messageId, conversationId, peer, providerMessageId } = message;
  const known = { messageId, conversationId, peer, providerMessageId };
  return toOutboxRow(messageStatus(account, { status, at, error: null }, known, receivedAt));
}
