import { createTestDatabase } from '@parley/testing/database/test-database';
import { expect, onTestFinished, test } from 'vitest';
import { connectDatabase, type Database } from '../src/connection/connect-database.ts';
import { isDatabaseUnavailable, type Sql, type Statement } from '../src/sql.ts';
import { allUnsent, mapUnsent, sendNow, unsentStatement } from '../src/statements/unsent.ts';

/** A table of numbers, and one connection: the next statement sees the state that a test leaves on it. */
async function openNumbers(): Promise<Database> {
  const database = await createTestDatabase();
  const db = connectDatabase({ url: database.db.url, maxConnections: 1 });
  onTestFinished(async () => {
    await db.close();
    await database.drop();
  });
  await db.query({ text: 'CREATE TABLE numbers (n int PRIMARY KEY, twice int UNIQUE DEFERRABLE INITIALLY DEFERRED)' });
  return db;
}

const add = (n: unknown, twice: number | null = null): Statement => ({
  name: 'add',
  text: 'INSERT INTO numbers VALUES ($1, $2) RETURNING n',
  values: [n, twice],
});
const last = (statement: Statement) => unsentStatement(statement, (result) => result);
const count = async (sql: Sql): Promise<unknown> =>
  (await sql.query<{ count: string }>({ name: 'count', text: 'SELECT count(*) FROM numbers' })).rows[0]?.count;
const unsendable = {
  toPostgres: () => {
    throw new Error('cannot be sent');
  },
};

test('the last statements commit with the transaction, and return what they return alone', async () => {
  const db = await openNumbers();
  for (const first of [10, 20]) {
    const results = await db.transaction(async (sql) => {
      await sql.query(add(first));
      return sql.commitWith(allUnsent([last(add(first + 1)), last({ ...add(first + 2), rowMode: 'array' })]));
    });
    expect(results).toEqual([
      { rows: [{ n: first + 1 }], rowCount: 1 },
      { rows: [[first + 2]], rowCount: 1 },
    ]);
  }
  expect(await count(db)).toBe('6');
});

test('one failed statement among the last commits none of them, and keeps its own error', async () => {
  const db = await openNumbers();
  const failing = db.transaction((sql) => sql.commitWith(allUnsent([last(add(1)), last(add(1)), last(add(2))])));
  await expect(failing).rejects.toMatchObject({ code: '23505' });
  expect(await count(db)).toBe('0');
  await db.transaction((sql) => sql.commitWith(last(add(1))));
  expect(await count(db)).toBe('1');
});

test('a value that cannot be sent prevents the commit of the other statements', async () => {
  const db = await openNumbers();
  const bad = last(add(unsendable));
  for (const writes of [allUnsent([last(add(1)), bad]), allUnsent([bad, last(add(1))])])
    await expect(db.transaction((sql) => sql.commitWith(writes))).rejects.toThrow('cannot be sent');
  expect(await count(db)).toBe('0');
});

test('a failed COMMIT leaves nothing, and the connection is used again', async () => {
  const db = await openNumbers();
  const failing = db.transaction((sql) => sql.commitWith(allUnsent([last(add(1, 7)), last(add(2, 7))])));
  await expect(failing).rejects.toMatchObject({ code: '23505' });
  expect(await count(db)).toBe('0');
});

test('statements issued at once run in order, and the statements after a failed one are not run', async () => {
  const db = await openNumbers();
  await db.transaction(async (sql) => {
    expect(await Promise.all([count(sql), sql.query(add(1)).then(() => 'added'), count(sql)])).toEqual([
      '0',
      'added',
      '1',
    ]);
  });
  const failing = db.transaction(async (sql) => {
    const [wrong, later] = await Promise.allSettled([sql.query({ text: 'SELECT 1/0' }), sql.query(add(2))]);
    expect([wrong, later]).toMatchObject([{ reason: { code: '22012' } }, { reason: { code: '22012' } }]);
    throw new Error('given up');
  });
  await expect(failing).rejects.toThrow('given up');
  expect(await count(db)).toBe('1');
});

test('the first statement fails with the BEGIN that is sent with it, and the transaction leaves nothing', async () => {
  const db = await openNumbers();
  const failing = db.transaction(async (sql) => {
    await sql.query({ text: 'SELECT 1/0' }).catch(() => {});
    await sql.query(add(1));
  });
  await expect(failing).rejects.toMatchObject({ code: '25P02' });
  expect(await count(db)).toBe('0');
});

test('a prepared statement that failed to parse can be run once the schema has changed', async () => {
  const db = await openNumbers();
  const wrong: Statement = { name: 'colour', text: 'SELECT colour FROM numbers' };
  const beside: Statement = { name: 'beside', text: 'SELECT 1 AS one' };
  await expect(Promise.all([db.query(wrong), db.query(beside)])).rejects.toMatchObject({ code: '42703' });
  await expect(
    db.transaction((sql) => Promise.all([sql.query(wrong), sql.query({ ...beside, name: 'never-run' })])),
  ).rejects.toMatchObject({ code: '42703' });
  await db.query({ text: 'ALTER TABLE numbers ADD COLUMN colour text' });
  expect((await db.query(wrong)).rows).toEqual([]);
  expect((await db.query({ ...beside, name: 'never-run' })).rows).toEqual([{ one: 1 }]);
});

test('a function that adds a statement once it has the result of another is refused before the COMMIT', async () => {
  const db = await openNumbers();
  const failing = db.transaction((sql) =>
    // @ts-expect-error The last statements are a value: a function could wait for a result, and COMMIT would go first.
    sql.commitWith(async () => {
      await sql.query(add(1));
      return sql.query(add(2));
    }),
  );
  await expect(failing).rejects.toThrow();
  expect(await count(db)).toBe('0');
});

test('parts of the last statements read their own results, whatever number each has, and convert their own errors', async () => {
  const db = await openNumbers();
  const idsOf = (...ns: number[]) =>
    mapUnsent(
      allUnsent(ns.map((n) => last(add(n)))),
      (results) => results.flatMap(({ rows }) => rows),
      (error) => new Error(`refused ${ns.join()}`, { cause: error }),
    );
  const nothing = unsentStatement(null, ({ rowCount }) => rowCount);
  const writes = allUnsent([idsOf(1, 2), nothing, idsOf(), idsOf(3)]);
  const expected = [[{ n: 1 }, { n: 2 }], 0, [], [{ n: 3 }]];
  expect(await db.transaction((sql) => sql.commitWith(writes))).toEqual(expected);
  await db.query({ text: 'DELETE FROM numbers' });
  expect(await db.transaction((sql) => sendNow(sql, writes))).toEqual(expected);
  await expect(db.transaction((sql) => sql.commitWith(idsOf(3)))).rejects.toThrow('refused 3');
  await expect(db.transaction((sql) => sendNow(sql, idsOf(4, 3)))).rejects.toThrow('refused 4,3');
  expect(await count(db)).toBe('3');
});

test('nothing is run after the last statements, and their writes stay', async () => {
  const db = await openNumbers();
  const failing = db.transaction(async (sql) => {
    await sql.commitWith(last(add(1)));
    await sql.query(add(2));
  });
  await expect(failing).rejects.toThrow('A statement came after the COMMIT');
  expect(await count(db)).toBe('1');
});

test('a broken connection fails all running statements as unavailable', async () => {
  const db = await openNumbers();
  const results = await db
    .transaction((sql) =>
      Promise.allSettled([sql.query({ text: 'SELECT pg_terminate_backend(pg_backend_pid())' }), sql.query(add(1))]),
    )
    .catch((error: unknown) => [{ reason: error }]);
  expect(results.map((result) => 'reason' in result && isDatabaseUnavailable(result.reason))).toContain(true);
  expect(await count(db)).toBe('0');
});
