import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { MigrationFile } from './migration-files.ts';
import { describeFailure, type LockWait, runMigration } from './run-migration.ts';

/** As Prisma's schema engine creates it: the engine, and the stock CLI, continue on this database. */
const CREATE_RECORDS = `CREATE TABLE _prisma_migrations (
  id varchar(36) PRIMARY KEY, checksum varchar(64) NOT NULL, finished_at timestamptz, migration_name varchar(255) NOT NULL,
  logs text, rolled_back_at timestamptz, started_at timestamptz NOT NULL DEFAULT now(),
  applied_steps_count integer NOT NULL DEFAULT 0)`;
const BEGIN_RECORD =
  'INSERT INTO _prisma_migrations (id, checksum, migration_name, applied_steps_count) VALUES ($1, $2, $3, 1)';

/** Whether the schema `public` contains nothing, not even an extension, and is where tables are created. */
async function isEmpty(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query(
    `SELECT FROM pg_namespace n WHERE nspname = 'public' AND nspname = current_schema()
        AND NOT EXISTS (SELECT FROM pg_depend WHERE refclassid = 'pg_namespace'::regclass AND refobjid = n.oid)`,
  );
  return rowCount === 1;
}

/**
 * Applies all migrations to an empty database, and records them as the schema engine does; null for any other database.
 * Without the engine, which takes longer to load than the migrations take.
 */
export async function migrateEmpty(
  client: pg.Client,
  files: readonly MigrationFile[],
  lockWait: LockWait,
): Promise<string[] | null> {
  if (!(await isEmpty(client))) return null;
  await client.query(CREATE_RECORDS);
  for (const { name, sql, checksum } of files) {
    await client.query(BEGIN_RECORD, [randomUUID(), checksum, name]);
    await runMigration({ name, sql }, (text) => client.query(text), lockWait).catch((error: unknown) => {
      throw describeFailure(`The migration ${name}`, error);
    });
  }
  return files.map(({ name }) => name);
}
