import type { Database } from '@parley/database/connection/connect-database';
import { type ServerFacts, serverFacts } from '@parley/database/connection/server-facts';
import { isMigrationPending } from '@parley/database/migrations/migrate';
import { POOLER_REFUSAL } from '../explain-failure.ts';
import { type Found, failure, ok, reasonOf, skipped, warning } from './finding.ts';
import type { Patient } from './patient.ts';

const SMALLEST_VERSION = 150_000;
const LONG_TRANSACTION_MINUTES = 15;
/** Autovacuum prevents wraparound from 200 m on; PostgreSQL stops accepting writes at 2,000 m. */
const OLD_TRANSACTION_IDS = 1_000_000_000;

type Rule = readonly [isBroken: (facts: ServerFacts) => boolean, found: (facts: ServerFacts) => Found];

const RULES: readonly Rule[] = [
  [
    ({ version }) => version < SMALLEST_VERSION,
    ({ name }) => failure(`PostgreSQL ${name} is too old.`, 'Upgrade it to 15 or later; 18 is the embedded one.'),
  ],
  [
    ({ isStandby }) => isStandby,
    () => failure('DATABASE_URL is a standby, which accepts no writes.', 'Set it to the primary.'),
  ],
  [
    ({ fsync, fullPageWrites }) => fsync !== 'on' || fullPageWrites !== 'on',
    () =>
      failure(
        'fsync or full_page_writes is off: a crash of the machine destroys the database.',
        `ALTER SYSTEM SET fsync = 'on'; ALTER SYSTEM SET full_page_writes = 'on'; SELECT pg_reload_conf();`,
      ),
  ],
  [
    ({ synchronousCommit }) => synchronousCommit === 'off',
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
    ({ jit, statementTimeout }) => jit !== 'off' || statementTimeout === '0',
    () =>
      warning(
        'Sessions of DATABASE_URL compile queries (jit) or have no statement_timeout.',
        'Set connect_query of the pooler as in docs/operations/database.md#behind-pgbouncer.',
      ),
  ],
  [
    ({ logMinErrorStatement, logErrorVerbosity }) => logMinErrorStatement !== 'panic' || logErrorVerbosity !== 'terse',
    () =>
      warning(
        'The log of PostgreSQL may contain texts and numbers of customers.',
        `ALTER SYSTEM SET log_min_error_statement = 'panic'; ALTER SYSTEM SET log_error_verbosity = 'terse'; SELECT pg_reload_conf();`,
      ),
  ],
  [
    ({ longTransactions }) => longTransactions > 0,
    ({ longTransactions }) =>
      warning(
        `${longTransactions} transactions are older than ${LONG_TRANSACTION_MINUTES} minutes: they keep dead rows alive.`,
        'Find them: SELECT pid, application_name, xact_start FROM pg_stat_activity ORDER BY xact_start; end one with pg_terminate_backend(pid).',
      ),
  ],
  [
    ({ transactionIds }) => transactionIds > OLD_TRANSACTION_IDS,
    ({ transactionIds }) =>
      failure(
        `The oldest transaction id is ${transactionIds} transactions old; at 2,000 million writes stop.`,
        'VACUUM (FREEZE) the database, and look for old transactions, prepared transactions and replication slots.',
      ),
  ],
];

/** Whether the server has enough connections for the pool of one more process (docs/operations/database.md). */
function checkConnections({ freeConnections: free }: ServerFacts, pool: number): Found[] {
  if (free > pool) return [];
  return [
    warning(
      `Only ${free} connections are free; a process opens up to ${pool}.`,
      'Raise max_connections, lower PARLEY_DATABASE_POOL, or put PgBouncer in front (docs/operations/database.md).',
    ),
  ];
}

/** Whether reads go to the replica of DATABASE_READ_URL. */
async function checkReplica(database: Database): Promise<Found> {
  const facts = await database.read((reader) => serverFacts.first(reader, { longMinutes: LONG_TRANSACTION_MINUTES }));
  return facts?.isStandby
    ? ok('Lists, search and usage are read from the replica.')
    : warning(
        'Lists, search and usage are read from the primary: the replica does not answer within 100 ms, lags, or is no standby of DATABASE_URL.',
        'Run this again; if it stays, see docs/operations/database.md#a-replica-for-reads.',
      );
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
    const facts = await serverFacts.first(database, { longMinutes: LONG_TRANSACTION_MINUTES });
    if (!facts) throw new Error('The database returned no settings.');
    const found = RULES.filter(([isBroken]) => isBroken(facts)).map(([, toFound]) => toFound(facts));
    found.push(...checkConnections(facts, environment.PARLEY_DATABASE_POOL), await checkMigrations(database));
    if (environment.DATABASE_READ_URL !== undefined) found.push(await checkReplica(database));
    return [ok(`PostgreSQL ${facts.name} answers.`), ...found];
  } catch (error) {
    const reason = reasonOf(error);
    return [
      failure(
        `The database does not answer: ${reason}.`,
        POOLER_REFUSAL.test(reason)
          ? 'DATABASE_URL is a pooler: set DATABASE_DIRECT_URL (docs/operations/database.md#behind-pgbouncer).'
          : 'Check that PostgreSQL runs, that this machine may reach it, and the user and password in DATABASE_URL.',
      ),
    ];
  }
}
