import type { Database } from '../connection/connect-database.ts';
import type { Sql } from '../sql.ts';
import { defineStatement } from '../statements/statement.ts';

const tryLock = defineStatement({
  name: 'partitions.try-lock',
  text: 'SELECT pg_try_advisory_xact_lock($1) AS is_ours',
  params: { lock: 'int8' },
  row: { isOurs: 'bool!' },
});

/**
 * Settings of this transaction. Its locks hold up every write of the table: a process that freezes with them loses its
 * connection before the writes of the others time out.
 */
const limitLocks = defineStatement({
  name: 'partitions.limit-locks',
  text: `SELECT set_config('lock_timeout', '2s', true) AS lock_timeout,
                set_config('idle_in_transaction_session_timeout', '2s', true) AS idle_timeout`,
  row: { lockTimeout: 'text!', idleTimeout: 'text!' },
});

/**
 * Creates and drops partitions in a transaction, one process at a time under the advisory lock of this key. Does
 * nothing when another process holds the lock, and fails when a table, or this process, is busy for 2 s. The caller
 * retries later.
 */
export const changePartitions = (
  database: Pick<Database, 'transaction'>,
  lock: string,
  change: (sql: Sql) => Promise<void>,
): Promise<void> =>
  database.transaction(async (sql) => {
    if (!(await tryLock.first(sql, { lock }))?.isOurs) return;
    await limitLocks.run(sql, {});
    await change(sql);
  });
