import type { events } from '@parley/common/contracts/account/events';
import type { OutputOf } from '@parley/common/define-contract';
import { makeId } from '@parley/common/ids';
import type { Sql } from '@parley/database/sql';
import { appendRows } from '@parley/messaging/outbox/append-events';
import { pollUntil } from '@parley/testing/poll-until';
import { type LedgerRead, readLedger } from '../src/ledger/ledger.store.ts';
import type { OpenDelivery } from './open-delivery.ts';

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

/** Writes events of the tenant that no key with `channels` of wa sees, in one transaction. */
export const commitForOthers = ({ rows, tenantId }: OpenDelivery, count: number): Promise<unknown> =>
  rows(
    `INSERT INTO events (id, tenant_id, type, channel, data, created_at, position)
     SELECT 'evt_' || md5(n::text || random()::text), $1, 'message.received', 'tg', '{}', now(), pg_current_xact_id()::text::bigint
       FROM generate_series(1, $2) n`,
    tenantId,
    count,
  );

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
}

const NO_PLAN: PlanNode = { 'Node Type': 'none', 'Actual Rows': Number.NaN, 'Actual Loops': 1 };

/** Number of ledger rows that a plan fetched, shown or not. */
const rowsFetched = (node: PlanNode): number =>
  (node['Relation Name']?.startsWith('events') ? node['Actual Loops'] : 0) *
    (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) +
  (node.Plans ?? []).reduce((sum, child) => sum + rowsFetched(child), 0);

const EVERYTHING = { type: null, channel: null, conversationId: null };

/** Number of rows that the database reads for one page: by default of everything, oldest first. */
export async function countRead(
  { database, tenantId }: OpenDelivery,
  instanceId: string,
  read: Pick<LedgerRead, 'from' | 'start' | 'limit'> & Partial<LedgerRead>,
): Promise<number> {
  const plans: { 'QUERY PLAN': { Plan: PlanNode }[] }[] = [];
  const explaining: Sql = {
    async query({ text, values }) {
      const plan = await database.db.query<(typeof plans)[number]>({
        text: `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
        values,
      });
      plans.push(...plan.rows);
      return { rows: [], rowCount: 0 };
    },
  };
  const whole = { order: 'oldest', since: new Date(0), filter: EVERYTHING, lookAtMost: 5000 } as const;
  await readLedger(explaining, { tenantId, instanceId }, { ...whole, ...read });
  return plans.reduce((sum, row) => sum + rowsFetched(row['QUERY PLAN'][0]?.Plan ?? NO_PLAN), 0);
}
