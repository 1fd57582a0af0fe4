import { firstOfDay } from '@parley/common/day-number';
import { changePartitions } from '@parley/database/change-partitions';
import type { Database } from '@parley/database/connect-database';
import type { Sql } from '@parley/database/sql';
import { defineBatchStatement, defineStatement } from '@parley/database/statement';
import { findDueChanges, type Partition, planPartitions } from '../domain/partition-plan.ts';

/** Key of the advisory lock: one process at a time changes partitions. */
const LOCK = '7274300160';
const DAYS_AHEAD = 3;

const findPartitions = defineStatement({
  name: 'delivery.find-partitions',
  text: `SELECT c.relname::text AS name
           FROM unnest(ARRAY['events', 'delivery_log', 'delivery_attempts']) AS parent(name)
           JOIN pg_inherits i ON i.inhparent = parent.name::regclass JOIN pg_class c ON c.oid = i.inhrelid`,
  row: { name: 'text!' },
});

const hasBegun = {
  events: defineStatement({
    name: 'delivery.has-day-of-events-begun',
    text: 'SELECT EXISTS (SELECT 1 FROM events_default WHERE seq >= $1 AND seq < $2) AS begun',
    params: { from: 'int8', to: 'int8' },
    row: { begun: 'bool!' },
  }),
  delivery_log: defineStatement({
    name: 'delivery.has-day-of-log-begun',
    text: 'SELECT EXISTS (SELECT 1 FROM delivery_log_default WHERE id >= $1 AND id < $2) AS begun',
    params: { from: 'int8', to: 'int8' },
    row: { begun: 'bool!' },
  }),
  delivery_attempts: defineStatement({
    name: 'delivery.has-day-of-attempts-begun',
    text: 'SELECT EXISTS (SELECT 1 FROM delivery_attempts_default WHERE at >= $1::text::timestamptz AND at < $2::text::timestamptz) AS begun',
    params: { from: 'text', to: 'text' },
    row: { begun: 'bool!' },
  }),
};

const findAwaited = defineBatchStatement({
  name: 'delivery.find-awaited-days',
  text: `SELECT p.day FROM unnest($1::int4[], $2::int8[], $3::int8[]) AS p(day, first, next)
          WHERE EXISTS (SELECT 1 FROM deliveries d WHERE d.event_seq >= p.first AND d.event_seq < p.next)`,
  items: { day: 'int4', first: 'int8', next: 'int8' },
  row: { day: 'int4!' },
});

async function findBegun(sql: Sql, missing: readonly Partition[]): Promise<Set<string>> {
  const begun = new Set<string>();
  for (const { table, name, from, to } of missing)
    if ((await hasBegun[table].first(sql, { from, to }))?.begun) begun.add(name);
  return begun;
}

async function findAwaitedDays(sql: Sql, past: readonly Partition[]): Promise<Set<number>> {
  const days = past
    .filter(({ table }) => table === 'events')
    .map(({ day }) => ({ day, first: firstOfDay(day), next: firstOfDay(day + 1) }));
  return new Set((await findAwaited.all(sql, days, {})).map(({ day }) => day));
}

const isPlain = /^[a-z_]+_\d{8}$/;
/** Quotes an identifier. DDL takes no parameters, so names and bounds are validated and inserted into the text. */
function quoted(name: string): string {
  if (!isPlain.test(name)) throw new Error(`${name} is no name of a partition.`);
  return `"${name}"`;
}
function bound(value: string): string {
  if (!/^[\d :+-]+$/.test(value)) throw new Error(`${value} is no bound of a partition.`);
  return `'${value}'`;
}

/**
 * Creates the partitions of the next days of events, ended deliveries and attempts, and drops those past retention. If
 * another process is doing so, or a lock is not free at once, the next run a minute later does it.
 */
export async function keepPartitions(
  database: Pick<Database, 'query' | 'transaction'>,
  given: { today: number; keepDays: number },
): Promise<void> {
  const look = async (sql: Sql) =>
    findDueChanges({
      ...given,
      daysAhead: DAYS_AHEAD,
      existing: (await findPartitions.all(sql, {})).map(({ name }) => name),
    });
  const { missing, past } = await look(database);
  if (missing.length + past.length === 0) return;
  await changePartitions(database, LOCK, async (sql) => {
    const due = await look(sql);
    const facts = { begun: await findBegun(sql, due.missing), awaitedDays: await findAwaitedDays(sql, due.past) };
    const { make, drop } = planPartitions(due, facts);
    for (const { table, name, from, to } of make)
      await sql.query({
        text: `CREATE TABLE ${quoted(name)} PARTITION OF ${table} FOR VALUES FROM (${bound(from)}) TO (${bound(to)})`,
      });
    for (const { name } of drop) await sql.query({ text: `DROP TABLE ${quoted(name)}` });
  });
}
