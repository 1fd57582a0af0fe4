import { events } from '@parley/common/contracts/account/events';
import type { Sql } from '@parley/database/sql';
import { pollUntil } from '@parley/testing/poll-until';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { appendEvent, type EventPage, idsOf, untilCount } from '../../test/ledger-kit.ts';
import { type OpenDelivery, openDelivery, type Worker } from '../../test/open-delivery.ts';
import { findStart } from './ledger.store.ts';

const KEY = 'ins_ledger000001';
let fixture: OpenDelivery;
let worker: Worker;

beforeEach(async () => {
  fixture = await openDelivery();
  worker = await fixture.startWorker();
  await fixture.addKey(KEY, null);
});
afterEach(() => fixture[Symbol.asyncDispose]());

const read = (input: { after?: string; since?: string; limit?: number } = {}): Promise<EventPage> =>
  worker.callAs(KEY, events, { limit: 100, ...input });
const readCount = (count: number, after?: string): Promise<EventPage> =>
  untilCount(count, () => read(after === undefined ? {} : { after }));
const append = (sql: Sql): Promise<string> => appendEvent(sql, fixture.tenantId);

test('the end of the ledger is before every running transaction, whose events come after it', async () => {
  const [before = ''] = await fixture.commit({});
  await readCount(1);
  let end: EventPage | undefined;
  let late = '';
  let early = '';
  await fixture.database.db.transaction(async (slow) => {
    late = await append(slow);
    await fixture.database.db.transaction(async (fast) => {
      early = await append(fast);
    });
    end = await read({ after: 'latest' });
  });
  expect(end).toEqual({ ok: true, count: 0, events: [], nextAfter: before, hasMore: false });
  expect(idsOf(await readCount(2, before))).toEqual([late, early]);
  await pollUntil(async () => (await read({ after: 'latest' })).nextAfter === early || null, {
    what: () => 'a later end',
  });
});

test('the end of an empty ledger is before its first event', async () => {
  const { nextAfter, hasMore } = await read({ after: 'latest' });
  expect([nextAfter, hasMore]).toEqual(['evt_0000000000', false]);
  const [first = ''] = await fixture.commit({});
  expect(idsOf(await readCount(1, nextAfter ?? undefined))).toEqual([first]);
});

test('a time omits the events created before it, on every page, and rows of earlier days are not read', async () => {
  const at = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  await fixture.rows(`UPDATE api_keys SET created_at = now() - interval '9 days' WHERE instance_id = $1`, KEY);
  const ids = await fixture.commit(...[90, 61, 5, 70, 4].map((minutes) => ({ createdAt: at(minutes) })));
  await readCount(5);
  const since = at(60).toISOString();
  const first = await read({ since, limit: 1 });
  const rest = await read({ since, after: first.nextAfter ?? '' });
  expect([first, rest].map(idsOf)).toEqual([[ids[2]], [ids[4]]]);
  const start = await findStart(fixture.database.db.prisma, KEY, at(60));
  expect(BigInt(start.seq) >> 40n).toBe(BigInt(Math.floor(at(60).getTime() / 86_400_000)));
});

test.each([
  ['0000-01-01T00:00:00Z', 1],
  ['9999-12-31T23:59:59-23:59', 0],
])('a time in the far past or future is accepted: %s', async (since, count) => {
  await fixture.commit({});
  await readCount(1);
  expect((await read({ since })).count).toBe(count);
});
