import { logEvent, NOTHING } from './log-event.ts';

/** The database, and claims of workers in it. */
export const DATABASE_EVENTS = {
  'database-connection.broken': logEvent(
    'warn',
    'PostgreSQL ended an idle connection; the pool opens another one when it needs it.',
    'Check PostgreSQL when it repeats.',
  ),
  'database-replica.aside': logEvent(
    'warn',
    'Lists, search and usage are read from the primary: the replica of DATABASE_READ_URL fails, lags, or is no standby of DATABASE_URL. It is retried every 2 s.',
    'Read `err`; without one, compare pg_last_wal_replay_lsn() of the replica with pg_current_wal_lsn() of the primary.',
  ),
  'database-replica.back': logEvent('info', 'Lists, search and usage are read from the replica again.', NOTHING),
  'worker-presence.lock-failed': logEvent(
    'warn',
    'The advisory lock that shows that this worker is alive could not be acquired, twice in a row; the worker retries.',
    'Read `err`: PostgreSQL is unavailable, has no free connection, or is behind a pooler in transaction mode.',
  ),
  'claims.released': logEvent(
    'warn',
    'A worker died; its claims are free for the others. `workers` names it, `claims` is their number.',
    'Find out why the worker ended.',
  ),
} as const;
