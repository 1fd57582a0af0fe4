import type { Database } from '@parley/database/connect-database';
import { isMigrationPending } from '@parley/database/migrate';
import { type Found, failure, ok, reasonOf, skipped, warning } from './finding.ts';
import type { Patient } from './patient.ts';

const SMALLEST_VERSION = 150_000;
const LONG_TRANSACTION_MINUTES = 15;
/** Autovacuum prevents wraparound from 200 m on; PostgreSQL stops accepting writes at 2,000 m. */
const OLD_TRANSACTION_IDS = 1_000_000_000;

interface Facts {
  version: number;
  name: string;
  fsync: string;
  synchronous_commit: string;
  full_page_writes: string;
  autovacuum: string;
  jit: string;
  statement_timeout: string;
  log_min_error_statement: string;
  log_error_verbosity: string;
  encoding: string;
  is_standby: boolean;
  free_connections: number;
  long_transactions: number;
  transaction_ids: number;
}

const FACTS = `
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
         (SELECT age(datfrozenxid) FROM pg_database WHERE datname = current_database()) AS transaction_ids`;

type Rule = readonly [isBroken: (facts: Facts) => boolean, found: (facts: Facts) => Found];

const RULES: readonly Rule[] = [
  [
    ({ version }) => version < SMALLEST_VERSION,
    ({ name }) => failure(`PostgreSQL ${name} is too old.`, 'Upgrade it to 15 or later; 18 is the embedded one.'),
  ],
  [
    ({ is_standby }) => is_standby,
    () => failure('DATABASE_URL is a standby, which accepts no writes.', 'Set it to the primary.'),
  ],
  [
    ({ fsync, full_page_writes }) => fsync !== 'on' || full_page_writes !== 'on',
    () =>
      failure(
        'fsync or full_page_writes is off: a crash of the machine destroys the database.',
        `ALTER SYSTEM SET fsync = 'on'; ALTER SYSTEM SET full_page_writes = 'on'; SELECT pg_reload_conf();`,
      ),
  ],
  [
    ({ synchronous_commit }) => synchronous_commit === 'off',
    () =>
      failure(
        'synchronous_commit is off: a crash loses messages that were answered.',
        `ALTER SYSTEM SET synchronous_commit = 'on'; SELECT pg_reload_conf();`,
      ),
  ],
  [
    ({ autovacuum }) => autovacuum !== 'on',
    () =>
      failure(
        'autovacuum is off: tables grow and slow down.',
        `ALTER SYSTEM SET autovacuum = 'on'; SELECT pg_reload_conf();`,
      ),
  ],
  [
    ({ encoding }) => encoding !== 'UTF8',
    ({ encoding }) =>
      failure(`The encoding is ${encoding}.`, `CREATE DATABASE parley ENCODING 'UTF8' TEMPLATE template0.`),
  ],
  [
    ({ jit, statement_timeout }) => jit !== 'off' || statement_timeout === '0',
    () =>
      warning(
        'Sessions of DATABASE_URL compile queries (jit) or have no statement_timeout.',
        'Set connect_query of the pooler as in docs/operations/database.md#behind-pgbouncer.',
      ),
  ],
  [
    ({ log_min_error_statement, log_error_verbosity }) =>
      log_min_error_statement !== 'panic' || log_error_verbosity !== 'terse',
    () =>
      warning(
        'The log of PostgreSQL may contain texts and numbers of customers.',
        `ALTER SYSTEM SET log_min_error_statement = 'panic'; ALTER SYSTEM SET log_error_verbosity = 'terse'; SELECT pg_reload_conf();`,
      ),
  ],
  [
    ({ long_transactions }) => long_transactions > 0,
    ({ long_transactions }) =>
      warning(
        `${long_transactions} transactions are older than ${LONG_TRANSACTION_MINUTES} minutes: they keep dead rows alive.`,
        'Find them: SELECT pid, application_name, xact_start FROM pg_stat_activity ORDER BY xact_start; end one with pg_terminate_backend(pid).',
      ),
  ],
  [
    ({ transaction_ids }) => transaction_ids > OLD_TRANSACTION_IDS,
    ({ transaction_ids }) =>
      failure(
        `The oldest transaction id is ${transaction_ids} transactions old; at 2,000 million writes stop.`,
        'VACUUM (FREEZE) the database, and look for old transactions, prepared transactions and replication slots.',
      ),
  ],
];

/** Needs a connection for each pool and a session for each worker (docs/operations/database.md). */
function checkConnections({ free_connections: free }: Facts, pool: number): Found[] {
  if (free > pool) return [];
  return [
    warning(
      `Only ${free} connections are free; a process opens up to ${pool}.`,
      'Raise max_connections, lower PARLEY_DATABASE_POOL, or put PgBouncer in front (docs/operations/database.md).',
    ),
  ];
}

async function readFacts(database: Database): Promise<Facts> {
  const { rows } = await database.query<Facts>({ text: FACTS, values: [LONG_TRANSACTION_MINUTES] });
  const [facts] = rows;
  if (!facts) throw new Error('The database returned no settings.');
  return facts;
}

async function checkMigrations(database: Database): Promise<Found> {
  return (await isMigrationPending(database.url))
    ? failure(
        'The schema is not that of this version.',
        'Run `node packages/database/dist/migrate-main.js`, or `npm start`.',
      )
    : ok('All migrations are applied.');
}

/** Version, durability, limits and schema of PostgreSQL. */
export async function checkDatabase({ database, environment }: Patient): Promise<Found[]> {
  if (database === null) return [skipped('The embedded PostgreSQL is not running: start Parley to have it checked.')];
  try {
    const facts = await readFacts(database);
    const found = RULES.filter(([isBroken]) => isBroken(facts)).map(([, toFound]) => toFound(facts));
    found.push(...checkConnections(facts, environment.PARLEY_DATABASE_POOL), await checkMigrations(database));
    return [ok(`PostgreSQL ${facts.name} answers.`), ...found];
  } catch (error) {
    const reason = reasonOf(error);
    return [
      failure(
        `The database does not answer: ${reason}.`,
        /unsupported startup parameter/.test(reason)
          ? 'DATABASE_URL is a pooler: set DATABASE_DIRECT_URL (docs/operations/database.md#behind-pgbouncer).'
          : 'Check that PostgreSQL runs, that this machine may reach it, and the user and password in DATABASE_URL.',
      ),
    ];
  }
}
