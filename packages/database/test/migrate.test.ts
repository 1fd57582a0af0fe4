import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectDatabase } from '@parley/database/connection/connect-database';
import { assertNoDrift, isMigrationPending, migrate } from '@parley/database/migrations/migrate';
import { readMigrations } from '@parley/database/migrations/migration-files';
import { asMigrationList, NO_FILTERS, withSchemaEngine } from '@parley/database/migrations/schema-engine';
import { withEmptyDatabase } from '@parley/testing/database/empty-database';
import { createTestDatabase } from '@parley/testing/database/test-database';
import { pollUntil } from '@parley/testing/poll-until';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readCatalogue } from './catalogue.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'parley-migrations-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

async function write(name: string, sql: string): Promise<void> {
  await mkdir(join(directory, name), { recursive: true });
  await writeFile(join(directory, name, 'migration.sql'), sql);
}

test('several processes that migrate an empty database at once apply every migration once', () =>
  withEmptyDatabase(async (url) => {
    const applied = await Promise.all([migrate(url), migrate(url), migrate(url)]);
    expect(applied.filter((names) => names.length > 0)).toHaveLength(1);
    expect(await migrate(url)).toEqual([]);
  }));

/** The records of a database's migrations, and the table that holds them. */
async function readRecords(url: string): Promise<unknown[][]> {
  const client = new pg.Client(url);
  await client.connect();
  const read = async (text: string): Promise<unknown[]> => (await client.query(text)).rows;
  const facts = [
    await read(
      `SELECT migration_name, checksum, logs, rolled_back_at, applied_steps_count, finished_at >= started_at AS is_finished, length(id)
         FROM _prisma_migrations ORDER BY started_at`,
    ),
    await read(
      `SELECT attname, format_type(atttypid, atttypmod), attnotnull, pg_get_expr(adbin, adrelid)
         FROM pg_attribute LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
        WHERE attrelid = '_prisma_migrations'::regclass AND attnum > 0 ORDER BY attnum`,
    ),
    await read(
      `SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = '_prisma_migrations'::regclass ORDER BY 1`,
    ),
  ];
  await client.end();
  return facts;
}

test('an empty database becomes what the schema engine makes of it, with the same records', () =>
  withEmptyDatabase((url) =>
    withEmptyDatabase(async (other) => {
      const files = await readMigrations();
      expect(await migrate(url)).toEqual(files.map(({ name }) => name));
      await withSchemaEngine(other, files, (engine) =>
        engine.applyMigrations({ migrationsList: asMigrationList(files), filters: NO_FILTERS }),
      );
      expect(await readRecords(url)).toEqual(await readRecords(other));
      const [ours, engines] = [connectDatabase({ url }), connectDatabase({ url: other })];
      expect(await readCatalogue(ours)).toEqual(await readCatalogue(engines));
      await Promise.all([ours.close(), engines.close()]);
    }),
  ));

test('a database with other tables is refused, and stays as it is', () =>
  withEmptyDatabase(async (url) => {
    const client = new pg.Client(url);
    await client.connect();
    await client.query('CREATE TABLE cats (name text)');
    await expect(migrate(url)).rejects.toThrow();
    const { rows } = await client.query(
      `SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
    );
    expect(rows).toEqual([{ relname: 'cats' }]);
    await client.end();
  }));

test('a migration that fails or is killed leaves nothing, reports why, and applies later', () =>
  withEmptyDatabase(async (url) => {
    await write('0001_cats', 'CREATE TABLE cats (name text);');
    await write('0002_dogs', `CREATE TABLE dogs (name text); INSERT INTO cats VALUES (';'); SELECT 1 / 0;`);
    await expect(migrate(url, directory)).rejects.toThrow('The migration 0002_dogs failed: division by zero');
    const database = connectDatabase({ url });
    expect((await database.query({ text: 'SELECT * FROM cats' })).rows).toEqual([]);

    await write('0002_dogs', `CREATE TABLE dogs (name text); INSERT INTO cats VALUES (';');`);
    expect(await migrate(url, directory)).toEqual(['0002_dogs']);
    expect((await database.query({ text: 'SELECT * FROM cats' })).rows).toEqual([{ name: ';' }]);
    expect(await migrate(url, directory)).toEqual([]);

    await write('0002_dogs', 'CREATE TABLE hamsters (name text);');
    await expect(migrate(url, directory)).rejects.toThrow('0002_dogs was changed after it was applied');
    await database.close();
  }));

test('a database of a version before 0.1.0 is refused with what to do, and stays as it is', () =>
  withEmptyDatabase(async (url) => {
    await write('0001_init', 'CREATE TABLE cats (name text);');
    await migrate(url, directory);
    const made = 'This database was made by a development version before 0.1.0';
    await expect(migrate(url)).rejects.toThrow(made);
    await expect(isMigrationPending(url)).rejects.toThrow(made);
    const client = new pg.Client(url);
    await client.connect();
    const { rows } = await client.query(
      `SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY 1`,
    );
    expect(rows.map(({ relname }) => relname)).toEqual(['_prisma_migrations', 'cats']);
    await client.end();
  }));

const SHORT = { lockTimeoutMs: 100, pauseMs: 20, attempts: 1000 };

test('a migration that waits for a lock lets the running product work, and applies once the lock is free', () =>
  withEmptyDatabase(async (url) => {
    await write('0001_cats', 'CREATE TABLE cats (name text);');
    await migrate(url, directory);
    await write('0002_paws', 'ALTER TABLE cats ADD COLUMN paws int;');
    const [report, product] = [new pg.Client(url), new pg.Client(url)];
    await Promise.all([report.connect(), product.connect()]);
    await report.query('BEGIN; SELECT * FROM cats');
    const waits: string[] = [];
    const migrated = migrate(url, directory, { ...SHORT, onWait: (name) => void waits.push(name) });
    await pollUntil(() => waits.length > 2 || null, { what: () => 'the migration to wait' });
    await product.query(`INSERT INTO cats VALUES ('Tom')`);
    await report.query('COMMIT');
    expect(await migrated).toEqual(['0002_paws']);
    expect(new Set(waits)).toEqual(new Set(['0002_paws']));
    expect((await product.query('SELECT * FROM cats')).rows).toEqual([{ name: 'Tom', paws: null }]);
    await Promise.all([report.end(), product.end()]);
  }));

test('a migration that never gets its locks fails with its name, and applies later', () =>
  withEmptyDatabase(async (url) => {
    await write('0001_cats', 'CREATE TABLE cats (name text);');
    await migrate(url, directory);
    await write('0002_paws', 'ALTER TABLE cats ADD COLUMN paws int;');
    const report = new pg.Client(url);
    await report.connect();
    await report.query('BEGIN; SELECT * FROM cats');
    await expect(migrate(url, directory, { ...SHORT, attempts: 2 })).rejects.toThrow(
      'The migration 0002_paws failed: it did not get its locks in 2 attempts',
    );
    await report.end();
    expect(await migrate(url, directory)).toEqual(['0002_paws']);
  }));

test('a migration builds an index concurrently, also after a kill that left a part of it', () =>
  withEmptyDatabase(async (url) => {
    await write('0001_cats', 'CREATE TABLE cats (name text); CREATE INDEX cats_name ON cats (name);');
    await migrate(url, directory);
    const sql =
      'DROP INDEX CONCURRENTLY IF EXISTS cats_name;\nCREATE UNIQUE INDEX CONCURRENTLY cats_name ON cats (name);\n';
    await write('0002_names', `-- Names are unique; one at a time.\n${sql}`);
    expect(await migrate(url, directory)).toEqual(['0002_names']);
    expect(await migrate(url, directory)).toEqual([]);
    const client = new pg.Client(url);
    await client.connect();
    const { rows } = await client.query(
      `SELECT indisunique, indisvalid FROM pg_index WHERE indexrelid = 'cats_name'::regclass`,
    );
    expect(rows).toEqual([{ indisunique: true, indisvalid: true }]);
    await client.end();
  }));

test('a release starts on a database that the next release has migrated', () =>
  withEmptyDatabase(async (url) => {
    await write('0001_cats', 'CREATE TABLE cats (name text);');
    await write('0002_paws', 'ALTER TABLE cats ADD COLUMN paws int;');
    await migrate(url, directory);
    await rm(join(directory, '0002_paws'), { recursive: true });
    expect(await migrate(url, directory)).toEqual([]);
  }));

test('a column that prisma/schema does not describe is drift, and the error shows it', async () => {
  await using database = await createTestDatabase();
  await database.db.query({ text: 'ALTER TABLE tenants ADD COLUMN shoe_size int' });
  await expect(assertNoDrift(database.url)).rejects.toThrow('DROP COLUMN "shoe_size"');
});
