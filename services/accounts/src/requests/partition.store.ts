import { at } from '@parley/common/at';
import { dateOf, firstOfDay } from '@parley/common/values/day-number';
import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statements/statement';

/** Key of the advisory lock: one process at a time changes partitions. */
export const REQUEST_DAYS_LOCK = '7274300161';

const findDays = defineStatement({
  name: 'accounts.find-days-of-requests',
  text: `SELECT (to_date(right(c.relname, 8), 'YYYYMMDD') - date '1970-01-01')::int4 AS day
           FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
          WHERE i.inhparent = 'request_log'::regclass AND c.relname ~ '^request_log_[0-9]{8}$'`,
  row: { day: 'int4!' },
});

const hasBegun = defineStatement({
  name: 'accounts.has-day-of-requests-begun',
  text: 'SELECT EXISTS (SELECT 1 FROM request_log_default WHERE seq >= $1 AND seq < $2) AS begun',
  params: { from: 'int8', to: 'int8' },
  row: { begun: 'bool!' },
});

const dropStray = defineStatement({
  name: 'accounts.drop-old-requests',
  text: 'DELETE FROM request_log_default WHERE seq < $1',
  params: { before: 'int8' },
});

const nameOf = (day: number): string => `request_log_${dateOf(day).replaceAll('-', '')}`;

/** Creates the partition of a day, unless the day has begun. */
export async function makeRequestDay(sql: Sql, day: number): Promise<void> {
  const [from, to] = [firstOfDay(day), firstOfDay(day + 1)];
  // The day's first requests are in the default partition already: all of them stay there until they are dropped.
  if (at(await hasBegun.all(sql, { from, to }), 0).begun) return;
  await sql.query({
    text: `CREATE TABLE ${nameOf(day)} PARTITION OF request_log FOR VALUES FROM (${from}) TO (${to})`,
  });
}

/** Days since 1970-01-01 (UTC) that have a partition. */
export const findRequestDays = async (sql: Sql): Promise<number[]> =>
  (await findDays.all(sql, {})).map(({ day }) => day);

/** Deletes requests before a day that are in the default partition. */
export async function deleteStrayRequests(sql: Sql, day: number): Promise<void> {
  await dropStray.run(sql, { before: firstOfDay(day) });
}

export const dropRequestDay = async (sql: Sql, day: number): Promise<void> => {
  await sql.query({ text: `DROP TABLE ${nameOf(day)}` });
};
