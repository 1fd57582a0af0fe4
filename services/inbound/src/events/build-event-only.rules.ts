import { type NewEvent, type OutboxRow, toOutboxRow } from '@parley/messaging/outbox/new-event';
import type { EventOnly } from '../batch/addressed.rules.ts';
import { accountRef } from '../batch/connected-account.rules.ts';

type EventOnlyType = 'contact.referral' | 'call.received' | 'group.updated';

function build({ account, item }: EventOnly, conversationId: number | null, reportedAt: Date): NewEvent<EventOnlyType> {
  const { channel, tenantId } = account;
  const event = { tenantId, channel, conversationId, createdAt: reportedAt };
  const at = item.at.toISOString();
  const where = { channel, conversation_id: conversationId, account: accountRef(account) };
  switch (item.kind) {
    case 'referral': {
      const { from, referral } = item;
      return { ...event, type: 'contact.referral', data: { ...where, from: from.address, referral, at } };
    }
    case 'call': {
      const { from, callId, state, isVideo } = item;
      const data = { ...where, from: from.address, call_id: callId, state, video: isVideo, at };
      return { ...event, type: 'call.received', data };
    }
    case 'group-change': {
      const { group, subject, joined, left, by } = item;
      return { ...event, type: 'group.updated', data: { ...where, group_id: group, subject, joined, left, by, at } };
    }
  }
}

/** The event of an item that changes no row, with the id that its repeats share. */
export const eventOnlyRow = (
  id: string,
  entry: EventOnly,
  conversationId: number | null,
  reportedAt: Date,
): OutboxRow => toOutboxRow(build(entry, conversationId, reportedAt), id);
