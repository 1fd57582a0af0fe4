import { dateOf, firstOfDay } from '@parley/common/day-number';
import { changePartitions } from '@parley/database/change-partitions';
import type { Database } from '@parley/database/connect-database';
import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statement';
import { planRequestDays, type RequestDays } from '../domain/request-days.ts';

/** Key of the advisory lock: one process at a time changes partitions. */
const LOCK = '7274300161';

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

async function makeDay(sql: Sql, day: number): Promise<void> {
  const [from, to] = [firstOfDay(day), firstOfDay(day + 1)];
  // The day's first requests are in the default partition already: all of them stay there until they are dropped.
  if ((await hasBegun.first(sql, { from, to }))?.begun) return;
  await sql.query({
    text: `CREATE TABLE ${nameOf(day)} PARTITION OF request_log FOR VALUES FROM (${from}) TO (${to})`,
  });
}

/**
 * Creates the partitions of the next days of the request log, and drops expired ones. If another process is doing so,
 * or a lock is not free at once, a later run does it. Returns false: there is never more to do at once.
 */
export async function keepRequestDays(
  database: Pick<Database, 'query' | 'transaction'>,
  given: Omit<RequestDays, 'existing'>,
): Promise<boolean> {
  const plan = async (sql: Sql) =>
    planRequestDays({ ...given, existing: (await findDays.all(sql, {})).map(({ day }) => day) });
  await dropStray.run(database, { before: firstOfDay(given.today - given.keepDays) });
  const { make, drop } = await plan(database);
  if (make.length + drop.length === 0) return false;
  await changePartitions(database, LOCK, async (sql) => {
    const due = await plan(sql);
    for (const day of due.make) await makeDay(sql, day);
    for (const day of due.drop) await sql.query({ text: `DROP TABLE ${nameOf(day)}` });
  });
  return false;
}
