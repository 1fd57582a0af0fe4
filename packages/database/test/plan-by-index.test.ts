import { countWrites } from '@parley/testing/database/count-writes';
import { createTestDatabase } from '@parley/testing/database/test-database';
import { expect, onTestFinished, test } from 'vitest';
import { connectDatabase, type Database } from '../src/connection/connect-database.ts';
import type { Sql, Statement } from '../src/sql.ts';
import { allUnsent, unsentStatement } from '../src/statements/unsent.ts';

/** One connection, so that a statement sees the settings that an earlier one left, with the number of its writes. */
async function openCounted(): Promise<{ db: Database; writes: () => number }> {
  const database = await createTestDatabase();
  const db = connectDatabase({ url: database.db.url, maxConnections: 1 });
  onTestFinished(async () => {
    await db.close();
    await database.drop();
  });
  const writes = countWrites(db);
  await db.query({ text: 'CREATE TABLE numbers AS SELECT n FROM generate_series(1, 3) n' });
  await db.query({ text: 'CREATE INDEX numbers_n ON numbers (n)' });
  await db.query({ text: 'ANALYZE numbers' });
  const before = writes();
  return { db, writes: () => writes() - before };
}

const SETTINGS = `SELECT current_setting('enable_seqscan') || ', ' || current_setting('plan_cache_mode') AS settings`;
const read: Statement = { name: 'read', text: SETTINGS };
const readByIndex: Statement = { name: 'read-by-index', text: SETTINGS, plan: 'index' };
const settingsOf = async (sql: Sql, statement: Statement): Promise<unknown> =>
  (await sql.query<{ settings: string }>(statement)).rows[0]?.settings;
const unsentSettings = (statement: Statement) =>
  unsentStatement({ ...statement, rowMode: 'array' }, ({ rows: [row] }) => (Array.isArray(row) ? row[0] : null));

const DEFAULT = 'on, auto';
const BY_INDEX = 'off, force_generic_plan';

test('a statement with plan index is planned by index, and the next one on the connection has the default plan', async () => {
  const { db, writes } = await openCounted();
  expect(await settingsOf(db, readByIndex)).toBe(BY_INDEX);
  expect(await settingsOf(db, read)).toBe(DEFAULT);
  expect(writes(), 'one write each').toBe(2);
});

test('the settings go out with the statement’s write and end with its transaction, committed or not', async () => {
  const { db, writes } = await openCounted();
  await db.transaction(async (sql) => {
    expect(await settingsOf(sql, readByIndex)).toBe(BY_INDEX);
    expect(await settingsOf(sql, readByIndex)).toBe(BY_INDEX);
    expect(await settingsOf(sql, read), 'until the transaction ends').toBe(BY_INDEX);
  });
  expect(writes(), 'three statements and COMMIT').toBe(4);
  const undone = db.transaction(async (sql) => {
    await settingsOf(sql, readByIndex);
    throw new Error('given up');
  });
  await expect(undone).rejects.toThrow('given up');
  expect(await settingsOf(db, read)).toBe(DEFAULT);
});

test('statements before the first that asks for it have default plans, also in one write with it and COMMIT', async () => {
  const { db, writes } = await openCounted();
  const settings = await db.transaction((sql) =>
    sql.commitWith(allUnsent([unsentSettings(read), unsentSettings(readByIndex)])),
  );
  expect(settings).toEqual([DEFAULT, BY_INDEX]);
  expect(writes()).toBe(1);
});

test('a transaction of the Prisma client gets the settings once, like every other', async () => {
  const { db } = await openCounted();
  await db.prismaTransaction(async ({ sql }) => {
    expect(await settingsOf(sql, readByIndex)).toBe(BY_INDEX);
    await sql.query({ text: 'SET LOCAL enable_seqscan = on' });
    expect(await settingsOf(sql, readByIndex)).toBe('on, force_generic_plan');
  });
  expect(await settingsOf(db, read)).toBe(DEFAULT);
});

test('the Prisma client reads with default plans', async () => {
  const { db } = await openCounted();
  await settingsOf(db, readByIndex);
  expect(await db.prisma.$queryRawUnsafe(SETTINGS)).toEqual([{ settings: DEFAULT }]);
});

test('a plan by index, made while the table is small, uses the index; a default plan reads so small a table whole', async () => {
  const { db } = await openCounted();
  const text = 'SELECT n FROM numbers WHERE n = $1';
  await db.transaction(async (sql) => {
    const find = { name: 'find', text, values: [1] };
    await sql.query({ ...find, name: 'find-by-default' });
    await sql.query({ ...find, plan: 'index' });
    const explain = async (name: string) => JSON.stringify(await sql.query({ text: `EXPLAIN EXECUTE "${name}"(1)` }));
    expect(await explain('find')).toContain('numbers_n');
    await sql.query({ text: 'SET LOCAL enable_seqscan = on' });
    expect(await explain('find-by-default')).toContain('Seq Scan');
    await sql.query({ text: 'INSERT INTO numbers SELECT generate_series(4, 20000)' });
    expect(await explain('find'), 'the plan stays').toContain('numbers_n');
  });
});
