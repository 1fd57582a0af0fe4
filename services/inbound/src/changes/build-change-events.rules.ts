import type { EventData } from '@parley/common/event-data';
import { messageDeletedEvent, messageUpdatedEvent } from '@parley/messaging/changed-message';
import type { NewEvent } from '@parley/messaging/outbox/new-event';
import type { Addressed } from '../batch/addressed.rules.ts';
import { accountRef } from '../batch/connected-account.rules.ts';
import { type ChangedMessage, isWrittenBy } from './decide-changes.rules.ts';

type Change = Addressed<'edited'> | Addressed<'revoked'>;

/** Who deleted a message: its own side, or an admin of the group. */
function deletedBy(message: ChangedMessage, { item }: Change): EventData<'message.deleted'>['by'] {
  if (!isWrittenBy(message, item.by ?? null)) return 'admin';
  return message.direction === 'in' ? 'customer' : 'account';
}

/** In a group: the person who changed the message. */
function participantOf({ account, item: { by } }: Change, message: ChangedMessage): string | null {
  if (by && !by.isAccount) return by.addresses[0] ?? null;
  return message.direction === 'in' && !by ? (message.author?.[0] ?? null) : account.number;
}

/** `message.updated` or `message.deleted` of a message after its change (docs/reference/events.md#messageupdated). */
export function messageChanged(
  change: Change,
  message: ChangedMessage,
  reportedAt: Date,
): NewEvent<'message.updated' | 'message.deleted'> {
  const { account, item } = change;
  const { id: messageId, conversationId, direction, peer, text } = message;
  const reported = {
    tenantId: account.tenantId,
    channel: account.channel,
    conversationId,
    messageId,
    direction,
    peer,
    account: accountRef(account),
    providerMessageId: item.providerMessageId,
    participant: participantOf(change, message),
  };
  const { at } = item;
  return item.kind === 'edited'
    ? messageUpdatedEvent(reported, { text, at }, reportedAt)
    : messageDeletedEvent(reported, { by: deletedBy(message, change), at }, reportedAt);
}
