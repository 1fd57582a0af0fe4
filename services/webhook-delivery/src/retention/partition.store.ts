import { firstOfDay } from '@parley/common/values/day-number';
import type { Sql } from '@parley/database/sql';
import { defineBatchStatement, defineStatement } from '@parley/database/statements/statement';
import type { Partition } from './partition-plan.rules.ts';

const findNames = defineStatement({
  name: 'delivery.find-partitions',
  text: `SELECT c.relname::text AS name
           FROM unnest(ARRAY['events', 'delivery_log', 'delivery_attempts']) AS parent(name)
           JOIN pg_inherits i ON i.inhparent = parent.name::regclass JOIN pg_class c ON c.oid = i.inhrelid`,
  row: { name: 'text!' },
});

/** Names of the partitions of all tables. */
export const findPartitions = async (sql: Sql): Promise<string[]> =>
  (await findNames.all(sql, {})).map(({ name }) => name);

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
  text: (items) => `SELECT p.day FROM ${items.as('p')}
          WHERE EXISTS (SELECT 1 FROM deliveries d WHERE d.event_seq >= p.first AND d.event_seq < p.next)`,
  items: { day: 'int4', first: 'int8', next: 'int8' },
  row: { day: 'int4!' },
});

/** The names of missing partitions whose rows are in the default partition already. */
export async function findBegun(sql: Sql, missing: readonly Partition[]): Promise<Set<string>> {
  const begun = new Set<string>();
  for (const { table, name, from, to } of missing)
    if ((await hasBegun[table].first(sql, { from, to }))?.begun) begun.add(name);
  return begun;
}

/** Days of past partitions with events that a delivery still waits for. */
export async function findAwaitedDays(sql: Sql, past: readonly Partition[]): Promise<Set<number>> {
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

export async function createPartition(sql: Sql, { table, name, from, to }: Partition): Promise<void> {
  await sql.query({
    text: `CREATE TABLE ${quoted(name)} PARTITION OF ${table} FOR VALUES FROM (${bound(from)}) TO (${bound(to)})`,
  });
}

export async function dropPartition(sql: Sql, { name }: Partition): Promise<void> {
  await sql.query({ text: `DROP TABLE ${quoted(name)}` });
}
