import type { RowOf } from '../statements/column.ts';
import { defineStatement } from '../statements/statement.ts';

const FACTS = {
  version: 'int4!',
  name: 'text!',
  fsync: 'text!',
  synchronousCommit: 'text!',
  fullPageWrites: 'text!',
  autovacuum: 'text!',
  jit: 'text!',
  statementTimeout: 'text!',
  logMinErrorStatement: 'text!',
  logErrorVerbosity: 'text!',
  encoding: 'text!',
  isStandby: 'bool!',
  freeConnections: 'int4!',
  longTransactions: 'int4!',
  transactionIds: 'int4!',
} as const;
export type ServerFacts = RowOf<typeof FACTS>;

/** Settings and state of the server. `transactionIds` is the age of the oldest transaction id. */
export const serverFacts = defineStatement({
  name: 'database.server-facts',
  text: `
  SELECT current_setting('server_version_num')::int AS version, current_setting('server_version') AS name,
         current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS synchronous_commit,
         current_setting('full_page_writes') AS full_page_writes, current_setting('autovacuum') AS autovacuum,
         current_setting('jit') AS jit, current_setting('statement_timeout') AS statement_timeout,
         current_setting('log_min_error_statement') AS log_min_error_statement,
         current_setting('log_error_verbosity') AS log_error_verbosity,
         current_setting('server_encoding') AS encoding, pg_is_in_recovery() AS is_standby,
         current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
           - (SELECT count(*)::int FROM pg_stat_activity WHERE backend_type = 'client backend') AS free_connections,
         (SELECT count(*)::int FROM pg_stat_activity
           WHERE datname = current_database() AND xact_start < now() - $1 * interval '1 minute') AS long_transactions,
         (SELECT age(datfrozenxid) FROM pg_database WHERE datname = current_database()) AS transaction_ids`,
  params: { longMinutes: 'float8' },
  row: FACTS,
});
