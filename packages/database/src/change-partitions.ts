import type { Database } from './connect-database.ts';
import type { Sql } from './sql.ts';
import { defineStatement } from './statement.ts';

const tryLock = defineStatement({
  name: 'partitions.try-lock',
  text: 'SELECT pg_try_advisory_xact_lock($1) AS is_ours',
  params: { lock: 'int8' },
  row: { isOurs: 'bool!' },
});

/** A setting of this transaction. */
const limitLockWait = defineStatement({
  name: 'partitions.limit-lock-wait',
  text: `SELECT set_config('lock_timeout', '2s', true) AS lock_timeout`,
  row: { lockTimeout: 'text!' },
});

/**
 * Creates and drops partitions in a transaction, one process at a time under the advisory lock of this key. Does
 * nothing when another process holds the lock, and fails after 2 s when a table is busy: the caller retries later.
 */
export const changePartitions = (
  database: Pick<Database, 'transaction'>,
  lock: string,
  change: (sql: Sql) => Promise<void>,
): Promise<void> =>
  database.transaction(async (sql) => {
    if (!(await tryLock.first(sql, { lock }))?.isOurs) return;
    await limitLockWait.run(sql, {});
    await change(sql);
  });
