import { connectDatabase } from '@parley/database/connection/connect-database';
import { isDatabaseUnavailable, sqlState } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statements/statement';
import { createTestDatabase } from '@parley/testing/database/test-database';
import { expect, test } from 'vitest';

const TENANT = { slug: 'a', name: 'A' };
const countTenants = defineStatement({
  name: 'test.count-tenants',
  text: 'SELECT count(*)::int4 AS count FROM tenants',
  row: { count: 'int4!' },
});
const readPid = defineStatement({
  name: 'test.read-pid',
  text: 'SELECT pg_backend_pid() AS pid',
  row: { pid: 'int4!' },
});
/** One value of every column type. */
const readEveryType = defineStatement({
  name: 'test.read-every-type',
  text: `SELECT true AS bool, 2::int2 AS int2, 4::int4 AS int4, 9007199254740993::int8 AS int8, 0.5::float8 AS float8,
                12345678901234.000001::numeric AS numeric, 'ä'::text AS text, timestamptz '2026-01-02 03:04:05.678Z' AS time,
                '\\x00ff'::bytea AS bytea, '{"a": [1, null]}'::jsonb AS jsonb, ARRAY['x', 'y'] AS texts,
                ARRAY[9007199254740993]::int8[] AS int8s, NULL::int8 AS nothing`,
  row: {
    bool: 'bool!',
    int2: 'int2!',
    int4: 'int4!',
    int8: 'int8!',
    float8: 'float8!',
    numeric: 'numeric!',
    text: 'text!',
    time: 'timestamptz!',
    bytea: 'bytea!',
    jsonb: 'jsonb!',
    texts: 'text[]!',
    int8s: 'int8[]!',
    nothing: 'int8?',
  },
});

test('in one transaction the client and statements see each other’s rows, and other connections only after the commit', async () => {
  await using database = await createTestDatabase();
  const { db } = database;
  await db.prismaTransaction(async ({ prisma, sql }) => {
    await prisma.tenant.create({ data: TENANT });
    expect(await countTenants.first(sql, {})).toEqual({ count: 1 });
    expect(await countTenants.first(db, {})).toEqual({ count: 0 });
    await sql.query({ text: `INSERT INTO tenants (slug, name) VALUES ('b', 'B')` });
    expect(await prisma.tenant.count()).toBe(2);
  });
  expect(await countTenants.first(db, {})).toEqual({ count: 2 });
});

test('a transaction of the client and statements that throws leaves nothing', async () => {
  await using database = await createTestDatabase();
  const undone = database.db.prismaTransaction(async ({ prisma, sql }) => {
    await prisma.tenant.create({ data: TENANT });
    await sql.query({ text: `INSERT INTO tenants (slug, name) VALUES ('b', 'B')` });
    throw new Error('changed my mind');
  });
  await expect(undone).rejects.toThrow('changed my mind');
  expect(await database.db.prisma.tenant.count()).toBe(0);
});

test('many transactions at once each keep their own connection', async () => {
  await using database = await createTestDatabase();
  const { db } = database;
  const pids = await Promise.all(
    Array.from({ length: 6 }, (_, nth) =>
      db.prismaTransaction(async ({ prisma, sql }) => {
        const before = await readPid.first(sql, {});
        const { id } = await prisma.tenant.create({ data: { slug: `t${nth}`, name: '' } });
        expect(await prisma.tenant.findUnique({ where: { id } })).toMatchObject({ slug: `t${nth}` });
        expect(await readPid.first(sql, {})).toEqual(before);
        return before?.pid;
      }),
    ),
  );
  expect(new Set(pids).size).toBe(6);
});

test('a statement reads the same values in a transaction of the client as outside', async () => {
  await using database = await createTestDatabase();
  const outside = await readEveryType.first(database.db, {});
  const inside = await database.db.prismaTransaction(({ sql }) => readEveryType.first(sql, {}));
  expect(inside).toEqual(outside);
  expect(inside).toEqual({
    bool: true,
    int2: 2,
    int4: 4,
    int8: '9007199254740993',
    float8: 0.5,
    numeric: '12345678901234.000001',
    text: 'ä',
    time: new Date('2026-01-02T03:04:05.678Z'),
    bytea: Buffer.from([0, 255]),
    jsonb: { a: [1, null] },
    texts: ['x', 'y'],
    int8s: ['9007199254740993'],
    nothing: null,
  });
});

test('a failed write of the client has its SQLSTATE, inside and outside of a transaction', async () => {
  await using database = await createTestDatabase();
  const { db } = database;
  await db.prisma.tenant.create({ data: TENANT });
  const outside = await db.prisma.tenant.create({ data: TENANT }).catch((error: unknown) => error);
  const inside = await db
    .prismaTransaction(({ prisma }) => prisma.tenant.create({ data: TENANT }))
    .catch((error: unknown) => error);
  expect([outside, inside].map(sqlState)).toEqual(['23505', '23505']);
  const orphan = await db.prisma.creditEntry
    .create({ data: { tenantId: 1, amount: '1e30', kind: 'top_up' } })
    .catch((error: unknown) => error);
  expect(sqlState(orphan)).toBe('22003');
});

test('a connection that the server ends fails the client as unavailable, and the next one works', async () => {
  await using database = await createTestDatabase();
  const db = connectDatabase({ url: database.url, maxConnections: 1 });
  const error = await db
    .prismaTransaction(async ({ prisma, sql }) => {
      const row = await readPid.first(sql, {});
      await database.db.query({ text: 'SELECT pg_terminate_backend($1)', values: [row?.pid] });
      await prisma.tenant.create({ data: TENANT });
    })
    .catch((failure: unknown) => failure);
  expect(isDatabaseUnavailable(error)).toBe(true);
  expect(await db.prisma.tenant.count()).toBe(0);
  await db.close();
});

test('a missing server is unavailable for the client too', async () => {
  const db = connectDatabase({ url: 'postgresql://parley:x@127.0.0.1:1/parley' });
  await expect(db.prisma.tenant.count()).rejects.toSatisfy(isDatabaseUnavailable);
  await expect(db.prismaTransaction(({ prisma }) => prisma.tenant.count())).rejects.toSatisfy(isDatabaseUnavailable);
  await db.close();
});
