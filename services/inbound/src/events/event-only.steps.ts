import { at } from '@parley/common/at';
import { findReported } from '@parley/messaging/outbox/find-reported';
import { defineKind, nothingApplied } from '../batch/kind.rules.ts';
import { findConversations } from '../receipts/own-send.store.ts';
import { eventIdOf, eventOnlyRow, peerOf } from './event-only.rules.ts';

/** Items that change no row: each causes one event, however often the provider repeats it. */
export const eventsOnly = defineKind('event', {
  address: (entry) => ({
    id: eventIdOf(entry),
    tenantId: entry.account.tenantId,
    channel: entry.account.channel,
    channelAccountId: entry.account.id,
    addresses: [peerOf(entry)],
  }),
  async load({ sql, now }, addresses, given) {
    const distinct = [
      ...new Map(addresses.map((address, index) => [address.id, { address, entry: at(given, index) }])).values(),
    ];
    const reported = await findReported(
      sql,
      distinct.map(({ address: { id, tenantId } }) => ({ id, tenantId })),
      now(),
    );
    const fresh = distinct.filter(({ address }) => !reported.has(address.id));
    const conversationIds = await findConversations(
      sql,
      fresh.map(({ address }) => address),
    );
    return fresh.map(({ address, entry }, index) => ({
      id: address.id,
      entry,
      conversationId: at(conversationIds, index),
    }));
  },
  decide(given, fresh, { now }) {
    const reportedAt = now();
    const events = fresh.map(({ id, entry, conversationId }) => eventOnlyRow(id, entry, conversationId, reportedAt));
    return { events, repeated: given.length - events.length };
  },
  write: async (_, { events, repeated }) => ({ ...nothingApplied(), stored: events.length, repeated, events }),
});
