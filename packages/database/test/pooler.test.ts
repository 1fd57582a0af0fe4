import { holdPresence, listRunningWorkers } from '@parley/database/claims/worker-presence';
import { connectDatabase, type Database } from '@parley/database/connection/connect-database';
import { isMigrationPending } from '@parley/database/migrations/migrate';
import { isDatabaseUnavailable } from '@parley/database/sql';
import { type PgBouncer, startPgBouncer } from '@parley/testing/database/pgbouncer';
import { createTestDatabase, type TestDatabase } from '@parley/testing/database/test-database';
import { pollUntil } from '@parley/testing/poll-until';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lockTenant } from '../src/transactions/lock-tenant.ts';

// docs/operations/database.md#behind-pgbouncer

let database: TestDatabase;
let pooler: PgBouncer;
beforeAll(async () => {
  database = await createTestDatabase();
  pooler = await startPgBouncer(database.url);
});
afterAll(async () => {
  await pooler?.stop();
  await database?.drop();
});

const connect = (directUrl?: string) => connectDatabase({ url: pooler.urlOf(database.url), directUrl });

/** Runs two transactions at once: the pooler opens a session for each, and takes them in turns afterwards. */
async function openTwoSessions(db: Database): Promise<void> {
  let open = 0;
  const wait = (): Promise<void> =>
    db.transaction(async (sql) => {
      await sql.query({ text: 'SELECT 1' });
      open++;
      await pollUntil(() => open === 2 || null, { what: () => 'the other transaction' });
    });
  await Promise.all([wait(), wait()]);
}

test('named statements and transactions run in any session of the pooler', async () => {
  const db = connect(database.url);
  await db.prisma.tenant.create({ data: { id: 1, slug: 'a', name: 'A' } });
  await openTwoSessions(db);
  const pids = await Promise.all(
    Array.from({ length: 40 }, () =>
      db.transaction(async (sql) => {
        await lockTenant(sql, 1);
        await sql.query({ name: 'test.touch', text: `UPDATE tenants SET name = name || '.' WHERE id = 1` });
        const { rows } = await sql.query<{ pid: number }>({ name: 'test.pid', text: 'SELECT pg_backend_pid() AS pid' });
        return rows[0]?.pid;
      }),
    ),
  );
  expect(new Set(pids).size).toBeGreaterThan(1);
  await db.prismaTransaction(async ({ prisma, sql }) => {
    await lockTenant(sql, 1);
    await prisma.tenant.update({ where: { id: 1 }, data: { slug: 'b' } });
  });
  expect(await db.prisma.tenant.findFirst()).toMatchObject({ slug: 'b', name: `A${'.'.repeat(40)}` });
  await db.close();
});

test('planner settings of a transaction do not stay in the session of the pooler', async () => {
  const db = connect(database.url);
  await db.transaction((sql) => lockTenant(sql, 1));
  const shown = await Promise.all(
    Array.from({ length: 40 }, () => db.query<{ enable_seqscan: string }>({ text: 'SHOW enable_seqscan' })),
  );
  expect(new Set(shown.map(({ rows }) => rows[0]?.enable_seqscan))).toEqual(new Set(['on']));
  await db.close();
});

test('a worker holds its presence lock over the direct address, and is visible through the pooler', async () => {
  const db = connect(database.url);
  const presence = holdPresence({ database: db, service: 'bots', worker: 'w', onLockFailed: () => {} });
  await pollUntil(() => presence.number(), { what: () => 'the lock' });
  expect(await listRunningWorkers(db, 10)).toMatchObject([{ service: 'bots', worker: 'w' }]);
  await presence.close();
  expect(await listRunningWorkers(db, 10)).toEqual([]);
  await db.close();
});

test('without a direct address a pooler is refused, by statements and by the migration', async () => {
  const db = connect();
  const refused = { cause: { message: expect.stringContaining('unsupported startup parameter') } };
  await expect(db.ping()).rejects.toMatchObject(refused);
  await expect(db.ping()).rejects.toSatisfy(isDatabaseUnavailable);
  await expect(isMigrationPending(pooler.urlOf(database.url))).rejects.toMatchObject(refused);
  await db.close();
});
