import { createTestDatabase, type TestDatabase } from '@parley/testing/database/test-database';
import { makeTestTenant } from '@parley/testing/factories/test-tenant';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reservePaceOf } from './send-pace.store.ts';

let database: TestDatabase;
let accountId = 0;
beforeAll(async () => {
  database = await createTestDatabase();
  const { id: tenantId } = await makeTestTenant(database.db);
  const data = { tenantId, channel: 'wa', externalId: '106', name: 'Shop', credentials: '' };
  accountId = (await database.db.prisma.channelAccount.create({ data })).id;
});
afterAll(() => database[Symbol.asyncDispose]());

const freeAt = async (): Promise<number> => {
  const { freeAt: at } = await database.db.prisma.sendPace.findUniqueOrThrow({
    where: { channelAccountId: accountId },
  });
  return at.getTime();
};

test('reservations at once follow one another, and one that begins too late reserves nothing', async () => {
  const reserve = reservePaceOf(database.db);
  await reserve(accountId, 0, 1);
  const from = await freeAt();
  const waits = await Promise.all(Array.from({ length: 16 }, () => reserve(accountId, 60_000, 86_400_000)));
  expect(waits).not.toContain(null);
  const until = await freeAt();
  expect(until - from).toBeGreaterThanOrEqual(16 * 60_000);
  expect(new Set(waits.map((wait) => Math.round((wait ?? 0) / 60_000))).size).toBe(16);
  expect(await reserve(accountId, 60_000, 60_000)).toBeNull();
  expect(await freeAt()).toBe(until);
});

test('the pace of an account ends with its row', async () => {
  await database.db.prisma.channelAccount.delete({ where: { id: accountId } });
  expect(await database.db.prisma.sendPace.count()).toBe(0);
});
