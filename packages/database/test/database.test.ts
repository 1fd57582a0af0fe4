import { connectDatabase } from '@parley/database/connection/connect-database';
import { asInt, isDatabaseUnavailable, sqlState } from '@parley/database/sql';
import { createTestDatabase } from '@parley/testing/database/test-database';
import { expect, test } from 'vitest';

const INSERT = { text: `INSERT INTO tenants (slug, name) VALUES ('a', 'A')` };
const MY_PID = { text: 'SELECT pg_backend_pid() AS pid' };

test('a transaction that throws leaves nothing', async () => {
  await using database = await createTestDatabase();
  await expect(
    database.db.transaction(async (sql) => {
      await sql.query(INSERT);
      throw new Error('changed my mind');
    }),
  ).rejects.toThrow('changed my mind');
  expect(await database.db.prisma.tenant.count()).toBe(0);
});

test('a wrong statement keeps its own error and costs no connection', async () => {
  await using database = await createTestDatabase();
  const db = connectDatabase({ url: database.url, maxConnections: 1 });
  const before = await db.query<{ pid: number }>(MY_PID);
  await db.query(INSERT);
  const error = await db.query(INSERT).catch((failure: unknown) => failure);
  expect(sqlState(error)).toBe('23505');
  expect(isDatabaseUnavailable(error)).toBe(false);
  expect(await db.query(MY_PID)).toEqual(before);
  await db.close();
});

test('a connection that the server ends fails its transaction as unavailable, and the next one works', async () => {
  await using database = await createTestDatabase();
  const db = connectDatabase({ url: database.url, maxConnections: 1 });
  const error = await db
    .transaction(async (sql) => {
      await sql.query(INSERT);
      const { rows } = await sql.query<{ pid: number }>(MY_PID);
      await database.db.query({ text: 'SELECT pg_terminate_backend($1)', values: [rows[0]?.pid] });
      await sql.query({ text: 'SELECT 1' });
    })
    .catch((failure: unknown) => failure);
  expect(isDatabaseUnavailable(error)).toBe(true);
  expect((await db.query<{ n: string }>({ text: 'SELECT count(*) AS n FROM tenants' })).rows).toEqual([{ n: '0' }]);
  await db.close();
});

test('a missing server is unavailable', async () => {
  const db = connectDatabase({ url: 'postgresql://parley:x@127.0.0.1:1/parley' });
  await expect(db.ping()).rejects.toSatisfy(isDatabaseUnavailable);
  await db.close();
});

test('an int8 keeps all digits, and becomes a number only when it is a safe one', async () => {
  await using database = await createTestDatabase();
  const { rows } = await database.db.query<{ small: string; large: string }>({
    text: 'SELECT 42::int8 AS small, 9007199254740993::int8 AS large',
  });
  expect(rows).toEqual([{ small: '42', large: '9007199254740993' }]);
  expect(asInt(rows[0]?.small ?? '')).toBe(42);
  expect(() => asInt(rows[0]?.large ?? '')).toThrow(RangeError);
});
