import type * as Engine from '@prisma/schema-engine-wasm/schema_engine_bg';
import pg from 'pg';
import { z } from 'zod';
import { reachServers } from '../connection/reach-servers.ts';
import { asDatabaseError } from '../sql.ts';
import { migrateEmpty } from './migrate-empty.ts';
import {
  MIGRATIONS_DIRECTORY,
  type MigrationFile,
  readMigrations,
  readSchema,
  SCHEMA_DIRECTORY,
} from './migration-files.ts';
import { DEFAULT_LOCK_WAIT, type LockWait } from './run-migration.ts';
import { asMigrationList, NO_FILTERS, withSchemaEngine } from './schema-engine.ts';

/** Key of the advisory lock: one process at a time migrates. */
const LOCK = 7_274_300_001;

const Applied = z.array(z.object({ migration_name: z.string(), checksum: z.string() }));

async function hasRecords(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query(`SELECT WHERE to_regclass('_prisma_migrations') IS NOT NULL`);
  return rowCount === 1;
}

async function readApplied(client: pg.Client): Promise<Map<string, string>> {
  if (!(await hasRecords(client))) return new Map();
  const { rows } = await client.query(
    'SELECT migration_name, checksum FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL',
  );
  return new Map(Applied.parse(rows).map((row) => [row.migration_name, row.checksum]));
}

/** The first migration is that of 0.1.0, so only an earlier version can have applied another one. */
const MADE_BEFORE =
  'This database was made by a development version before 0.1.0, and no release can continue it. Nothing in it was changed. Export what you need with the version that made it, then start with a new PARLEY_DATA_DIR, or an empty DATABASE_URL, and restore it there: docs/operations/upgrading.md#a-database-from-before-010';

function pendingOf(files: readonly MigrationFile[], applied: ReadonlyMap<string, string>): MigrationFile[] {
  for (const [nth, { name, checksum }] of files.entries()) {
    const known = applied.get(name);
    if (known === undefined || known === checksum) continue;
    throw new Error(nth === 0 ? MADE_BEFORE : `The migration ${name} was changed after it was applied.`);
  }
  return files.filter(({ name }) => !applied.has(name));
}

/** Deletes the record of a migration that failed or was killed (its statements were rolled back), so that it is applied again. */
async function forgetInterrupted(client: pg.Client): Promise<void> {
  if (!(await hasRecords(client))) return;
  await client.query('DELETE FROM _prisma_migrations WHERE finished_at IS NULL AND rolled_back_at IS NULL');
}

/** A pooler in transaction mode, which would lose the advisory lock, refuses the session setting in `options`. */
async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    ...reachServers(url),
    application_name: 'parley-migrate',
    options: '-c statement_timeout=0',
  });
  // A lost connection also fails the running statement; without a listener the event would end the process.
  client.on('error', () => {});
  await client.connect().catch((error: unknown) => {
    throw asDatabaseError(error);
  });
  return client;
}

/** Whether the database lacks a migration. */
export async function isMigrationPending(url: string): Promise<boolean> {
  const files = await readMigrations(MIGRATIONS_DIRECTORY);
  const client = await connect(url);
  try {
    return pendingOf(files, await readApplied(client)).length > 0;
  } finally {
    await client.end();
  }
}

/** Migrates an up-to-date or an empty database. Null for others: they need the engine, and `client` holds the lock. */
async function migrateWithoutEngine(
  client: pg.Client,
  files: readonly MigrationFile[],
  lockWait: LockWait,
): Promise<string[] | null> {
  if (pendingOf(files, await readApplied(client)).length === 0) return [];
  await client.query('SELECT pg_advisory_lock($1)', [LOCK]);
  // Another process may have migrated while this one waited.
  if (pendingOf(files, await readApplied(client)).length === 0) return [];
  return migrateEmpty(client, files, lockWait);
}

/** The same for a process that must not load the engine: null for a database that needs it. */
export async function tryMigrateWithoutEngine(url: string): Promise<string[] | null> {
  const files = await readMigrations(MIGRATIONS_DIRECTORY);
  const client = await connect(url);
  try {
    return await migrateWithoutEngine(client, files, DEFAULT_LOCK_WAIT);
  } finally {
    await client.end();
  }
}

/**
 * Applies all missing migrations and returns their names. Several processes may call it at once, also while Parley runs on
 * the database. An up-to-date database costs two small queries.
 */
export async function migrate(
  url: string,
  directory = MIGRATIONS_DIRECTORY,
  lockWait: LockWait = DEFAULT_LOCK_WAIT,
): Promise<string[]> {
  const files = await readMigrations(directory);
  const client = await connect(url);
  try {
    const without = await migrateWithoutEngine(client, files, lockWait);
    if (without !== null) return without;
    await forgetInterrupted(client);
    const applied = await withSchemaEngine(
      url,
      files,
      (engine) => engine.applyMigrations({ migrationsList: asMigrationList(files), filters: NO_FILTERS }),
      lockWait,
    );
    return applied.appliedMigrationNames;
  } finally {
    await client.end();
  }
}

/** The SQL that migrates a state of the database to prisma/schema; null when they are equal. */
async function scriptToSchema(
  url: string,
  from: (schema: Engine.SchemasContainer) => Engine.DiffTarget,
): Promise<string | null> {
  const files = (await readSchema()).map(([path, content]) => ({ path, content }));
  const result = await withSchemaEngine(url, [], (engine) =>
    engine.diff({
      from: from({ files }),
      to: { tag: 'schemaDatamodel', files },
      script: true,
      exitCode: true,
      filters: NO_FILTERS,
    }),
  );
  return result.exitCode === 2 ? (result.stdout ?? '') : null;
}

/** The SQL that would migrate a migrated database to prisma/schema; null when there is no drift. */
export const diffFromSchema = (url: string): Promise<string | null> =>
  scriptToSchema(url, ({ files }) => ({ tag: 'schemaDatasource', files, configDir: SCHEMA_DIRECTORY }));

/** The SQL that creates prisma/schema in an empty database, without what Prisma's language cannot express. */
export const schemaScript = async (url: string): Promise<string> =>
  (await scriptToSchema(url, () => ({ tag: 'empty' }))) ?? '';

/** Throws with the missing SQL when a migrated database and prisma/schema differ. */
export async function assertNoDrift(url: string): Promise<void> {
  const sql = await diffFromSchema(url);
  if (sql !== null) throw new Error(`The migrations lack what prisma/schema has:\n${sql}`);
}
