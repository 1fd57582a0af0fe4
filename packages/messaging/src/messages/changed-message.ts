import type { Channel } from '@parley/common/channels';
import type { AccountRef } from '@parley/common/events';
import type { EventData } from '@parley/common/events/event-data';
import type { NewEvent } from '../outbox/new-event.ts';
import { groupOf } from './outbound-message.ts';

/** A stored message that was edited or deleted, with its account; shared by services/send and services/inbound. */
export interface ReportedMessage {
  tenantId: number;
  channel: Channel;
  conversationId: number;
  messageId: string;
  direction: 'in' | 'out';
  peer: string;
  account: AccountRef;
  providerMessageId: string | null;
  /** In a group: who changed it. */
  participant: string | null;
}

const baseOf = (message: ReportedMessage, reportedAt: Date) => {
  const { tenantId, channel, conversationId, messageId, direction, peer, account, providerMessageId } = message;
  const common = {
    channel,
    conversation_id: conversationId,
    message_id: messageId,
    direction,
    peer,
    account,
    provider_message_id: providerMessageId,
    ...groupOf(peer, message.participant),
  };
  return { event: { tenantId, channel, conversationId, createdAt: reportedAt }, common };
};

/** `message.updated` (docs/reference/events.md#messageupdated). */
export function messageUpdatedEvent(
  message: ReportedMessage,
  { text, at }: { text: string; at: Date },
  reportedAt: Date,
): NewEvent<'message.updated'> {
  const { event, common } = baseOf(message, reportedAt);
  return { ...event, type: 'message.updated', data: { ...common, text, edited_at: at.toISOString() } };
}

/** `message.deleted` (docs/reference/events.md#messagedeleted). */
export function messageDeletedEvent(
  message: ReportedMessage,
  { by, at }: { by: EventData<'message.deleted'>['by']; at: Date },
  reportedAt: Date,
): NewEvent<'message.deleted'> {
  const { event, common } = baseOf(message, reportedAt);
  return { ...event, type: 'message.deleted', data: { ...common, by, deleted_at: at.toISOString() } };
}
