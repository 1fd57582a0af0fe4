import type { events } from '@parley/common/contracts/account/events';
import type { OutputOf } from '@parley/common/define-contract';
import { makeId } from '@parley/common/ids';
import type { Sql } from '@parley/database/sql';
import { appendRows } from '@parley/messaging/outbox/append-events';
import { pollUntil } from '@parley/testing/poll-until';

export type EventPage = OutputOf<typeof events>;

export const idsOf = (page: EventPage): string[] => page.events.map(({ id }) => id);

/** Reads until a page has so many events: any open transaction on the server holds the ledger back. */
export const untilCount = (count: number, read: () => Promise<EventPage>): Promise<EventPage> =>
  pollUntil(
    async () => {
      const page = await read();
      return page.count >= count ? page : null;
    },
    { what: () => `${count} events in the ledger` },
  );

/** Appends one event like a service, in the transaction of `sql`; returns its id. */
export async function appendEvent(sql: Sql, tenantId: number, id = makeId('evt')): Promise<string> {
  const row = {
    id,
    tenantId,
    type: 'message.received',
    channel: 'wa',
    conversationId: null,
    traceparent: null,
  } as const;
  await appendRows(sql, [{ ...row, data: `{"id":"${id}"}`, createdAt: new Date() }]);
  return id;
}
