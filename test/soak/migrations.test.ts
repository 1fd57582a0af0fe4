import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '@parley/database/migrations/migrate';
import { MIGRATIONS_DIRECTORY, readMigrations } from '@parley/database/migrations/migration-files';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@parley/embedded-postgres/start';
import { perTier } from '@parley/testing/tier';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findLockProblems } from '../../scripts/compatibility/find-lock-problems.ts';
import { dropRules, fillTables } from '../statements/fill-tables.ts';
import { probeTables } from '../support/system/probe-tables.ts';

// docs/operations/upgrading.md#what-is-tested: each migration on large tables, in use.

const ROWS = perTier({ short: 1000, soak: 10_000_000 });
const ROWS_A_STATEMENT = 250_000;

/** While there is no later migration, one of each allowed kind. */
const EXAMPLES: Readonly<Record<string, string>> = {
  '9001_columns': `ALTER TABLE messages ADD COLUMN note text, ADD COLUMN kind text NOT NULL DEFAULT 'new';`,
  '9002_index':
    'DROP INDEX CONCURRENTLY IF EXISTS messages_note;\nCREATE INDEX CONCURRENTLY messages_note ON messages (note);',
  '9003_check': 'ALTER TABLE messages ADD CONSTRAINT messages_kind CHECK (kind IS NOT NULL) NOT VALID;',
  '9004_validated': 'ALTER TABLE messages VALIDATE CONSTRAINT messages_kind;',
};

let directory: string;
let server: EmbeddedPostgres;
let migrations: string;
let later: string[];

const sqlOf = (name: string): string => readFileSync(join(migrations, name, 'migration.sql'), 'utf8');
const tablesOf = (sql: string): string[] => [
  ...new Set(Array.from(sql.matchAll(/(?:ALTER TABLE|INDEX \S.* ON) "?(\w+)"?/g), ([, table = '']) => table)),
];

const checksOf = (sql: string): string[] => Array.from(sql.matchAll(/CONSTRAINT "?(\w+)"?/g), ([, name = '']) => name);
const createdBy = (sql: string): string[] =>
  Array.from(sql.matchAll(/CREATE TABLE "?(\w+)"?/g), ([, table = '']) => table);

beforeAll(async () => {
  // On the disk: ten million rows are too many for a file system in memory.
  directory = mkdtempSync(join(tmpdir(), 'parley-migrations-'));
  server = await startEmbeddedPostgres({ dataDir: join(directory, 'postgres'), fast: true, keepRunning: false });
  migrations = join(directory, 'migrations');
  const [first = '', ...others] = (await readMigrations()).map(({ name }) => name);
  mkdirSync(migrations);
  cpSync(join(MIGRATIONS_DIRECTORY, first), join(migrations, first), { recursive: true });
  await migrate(server.url, migrations);
  for (const name of others) cpSync(join(MIGRATIONS_DIRECTORY, name), join(migrations, name), { recursive: true });
  for (const [name, sql] of others.length > 0 ? [] : Object.entries(EXAMPLES)) {
    mkdirSync(join(migrations, name));
    writeFileSync(join(migrations, name, 'migration.sql'), sql);
  }
  later = readdirSync(migrations).sort().slice(1);
}, 120_000);
afterAll(async () => {
  await server?.stop();
  rmSync(directory, { recursive: true, force: true });
}, 120_000);

test('each migration after the first leaves large tables usable while it runs', { timeout: 3_600_000 }, async () => {
  const added = new Set(later.flatMap((name) => createdBy(sqlOf(name))));
  const tables = new Set(later.flatMap((name) => tablesOf(sqlOf(name))).filter((table) => !added.has(table)));
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  // A migration replaces checks that it finds.
  await dropRules(client, new Set(later.flatMap((name) => checksOf(sqlOf(name)))));
  for (let from = 1; from <= ROWS; from += ROWS_A_STATEMENT)
    await fillTables(client, from, Math.min(from + ROWS_A_STATEMENT - 1, ROWS), tables);
  await client.end();

  const pending = later.map((name) => ({ name, sql: sqlOf(name) }));
  for (const { name } of pending) rmSync(join(migrations, name), { recursive: true });
  let earlier = '';
  for (const { name, sql } of pending) {
    mkdirSync(join(migrations, name));
    writeFileSync(join(migrations, name, 'migration.sql'), sql);
    const probe = await probeTables(server.url, [...tables]);
    const startedAt = Date.now();
    expect(await migrate(server.url, migrations)).toEqual([name]);
    const tookMs = Date.now() - startedAt;
    const { longestMs, statements } = await probe.stop();
    console.log(
      `${name} on ${ROWS} rows: ${tookMs} ms, the longest wait of ${statements} statements was ${longestMs} ms`,
    );
    expect(statements).toBeGreaterThan(0);
    expect(findLockProblems(sql, earlier)).toEqual([]);
    earlier += sql;
  }
});
