import { events } from '@parley/common/contracts/account/events';
import { sendTestEvent } from '@parley/common/contracts/operator/deliveries';
import { makeId } from '@parley/common/ids';
import type { Sql } from '@parley/database/sql';
import { pollUntil } from '@parley/testing/poll-until';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { appendEvent, commitForOthers, countRead, type EventPage, idsOf, untilCount } from '../../test/ledger-kit.ts';
import { type OpenDelivery, openDelivery, type Worker } from '../../test/open-delivery.ts';
import { openReceiver, type Receiver } from '../../test/receiver.ts';
import { findStart } from './ledger.store.ts';
import { readEvents } from './read-events.ts';

const KEY = 'ins_ledger000001';
const ALWAYS = new Date(0);
let fixture: OpenDelivery;
let receiver: Receiver;
let worker: Worker;

beforeEach(async () => {
  fixture = await openDelivery();
  receiver = await openReceiver();
  worker = await fixture.startWorker();
  await fixture.addKey(KEY, receiver.url('/a'));
});
afterEach(async () => {
  await fixture[Symbol.asyncDispose]();
  await receiver[Symbol.asyncDispose]();
});

const read = (after?: string, limit = 100, key = KEY): Promise<EventPage> =>
  worker.callAs(key, events, { after, limit });
const readCount = (count: number, after?: string, limit?: number, key?: string): Promise<EventPage> =>
  untilCount(count, () => read(after, limit, key));
const append = (sql: Sql, id?: string): Promise<string> => appendEvent(sql, fixture.tenantId, id);

/** Everything after an event, page by page, like a receiver that catches up. */
async function readAll(after?: string, limit = 500): Promise<string[]> {
  const found: string[] = [];
  for (let at = after; ; ) {
    const page = await read(at, limit);
    found.push(...idsOf(page));
    if (!page.hasMore) return found;
    at = page.nextAfter ?? undefined;
  }
}

test('a receiver that was down reads the missed events page by page, in the form of deliveries', async () => {
  const ids = await fixture.commit(...Array.from({ length: 7 }, (_, n) => ({ data: { n, text: 'مرحبا 👋' } })));
  worker.hint(KEY);
  await pollUntil(() => (receiver.at('/a').length === 7 ? true : null), {
    what: () => 'seven webhooks',
  });
  await readCount(7);
  const first = await read(undefined, 3);
  expect(first).toMatchObject({ ok: true, count: 3, hasMore: true, nextAfter: ids[2] });
  const second = await read(first.nextAfter ?? undefined, 3);
  const third = await read(second.nextAfter ?? undefined, 3);
  expect([first, second, third].flatMap(idsOf)).toEqual(ids);
  expect(third).toMatchObject({ count: 1, hasMore: false });
  expect(await read(ids[6])).toMatchObject({ count: 0, hasMore: false, nextAfter: ids[6] });
  const pulled = [first, second, third].flatMap((page) => page.events).map((event) => JSON.stringify(event));
  expect(new Set(receiver.at('/a').map(({ raw }) => raw))).toEqual(new Set(pulled));
});

test('a page of the longest texts fits the bus, and no event is missed', async () => {
  const text = '字'.repeat(65_536);
  const ids = await fixture.commit(...Array.from({ length: 50 }, (_, n) => ({ data: { n, text } })));
  await readCount(1, ids[48]);
  const first = await read();
  expect(first).toMatchObject({ count: 15, hasMore: true, nextAfter: ids[14] });
  expect([...idsOf(first), ...(await readAll(ids[14]))]).toEqual(ids);
});

test('an event that commits late comes after the events already read, though its number is lower', async () => {
  const [before = ''] = await fixture.commit({});
  let late = '';
  let early = '';
  await fixture.database.db.transaction(async (slow) => {
    late = await append(slow);
    await fixture.database.db.transaction(async (fast) => {
      early = await append(fast);
    });
    expect(idsOf(await read(before))).toEqual([]);
  });
  expect(idsOf(await readCount(2, before))).toEqual([late, early]);
  expect(idsOf(await read(late))).toEqual([early]);
});

test('a reader misses nothing and reads nothing twice while writers commit, delay and fail', {
  timeout: 60_000,
}, async () => {
  const committed: string[] = [];
  let writing = 8;
  const write = async (writer: number): Promise<void> => {
    for (let at = 0; at < 40; at++) {
      const ids: string[] = [];
      const failing = (writer + at) % 7 === 0;
      await fixture.database.db
        .transaction(async (sql) => {
          ids.push(await append(sql));
          await sql.query({ text: `SELECT pg_sleep($1)`, values: [((writer * 13 + at * 7) % 20) / 1000] });
          ids.push(await append(sql));
          if (failing) throw new Error('rolled back');
        })
        .then(() => committed.push(...ids))
        .catch((error: unknown) => {
          if (!failing) throw error;
        });
    }
    writing--;
  };
  const seen: string[] = [];
  const follow = async (): Promise<void> => {
    while (writing > 0 || seen.length < committed.length) seen.push(...(await readAll(seen.at(-1), 7)));
  };
  await Promise.all([...Array.from({ length: 8 }, (_, writer) => write(writer)), follow()]);
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen.toSorted()).toEqual(committed.toSorted());
  expect(await readAll()).toEqual(seen);
});

test('shows subscribed events of the key’s tenant since its creation, and its own test events', async () => {
  const other = 'ins_ledger000002';
  await fixture.addKey(other, null);
  await fixture.rows(`UPDATE api_keys SET events = '{message.status}' WHERE instance_id = $1`, other);
  const [mine = ''] = await fixture.commit({});
  await fixture.commit({ createdAt: new Date(Date.now() - 86_400_000) });
  const { eventId: forOther } = await worker.call(sendTestEvent, {
    slug: 'acme',
    instanceId: other,
    event: 'message.status',
  });
  expect(idsOf(await readCount(1, undefined, 100, other))).toEqual([forOther]);
  expect(idsOf(await readCount(1))).toEqual([mine]);
  const { id: stranger } = await fixture.one<{ id: number }>(
    `INSERT INTO tenants (slug, name) VALUES ('b', 'B') RETURNING id`,
  );
  await fixture.rows('UPDATE events SET tenant_id = $1 WHERE id = $2', stranger, mine);
  expect(idsOf(await read())).toEqual([]);
  await expect(read(mine)).rejects.toMatchObject({ code: 'invalid_after' });
});

test('a position older than 30 days is invalid_after, with the position before the oldest event', async () => {
  const ids = await fixture.commit({}, {});
  const expired = makeId('evt', Date.now() - 30 * 86_400_000 - 1000);
  await expect(read(expired)).rejects.toMatchObject({
    code: 'invalid_after',
    extras: { details: [{ field: 'after' }], body: { oldest_after: 'evt_0000000000' } },
  });
  expect(idsOf(await readCount(2, 'evt_0000000000'))).toEqual(ids);
  const unknown = await read(makeId('evt')).catch((error: unknown) => error);
  expect(unknown).toMatchObject({ code: 'invalid_after' });
  expect(unknown).not.toHaveProperty('extras.body');
});

test('after a restore into a server with lower transaction numbers, a reader continues at its position', async () => {
  const [first = '', second = ''] = await fixture.commit({}, {});
  await fixture.rows('UPDATE events SET position = position + 1000000');
  await worker.close();
  worker = await fixture.startWorker();
  await fixture.until('the clock to be shifted', 'SELECT shift > 0 FROM ledger_clock');
  const [third = ''] = await fixture.commit({});
  expect(idsOf(await readCount(2, first))).toEqual([second, third]);
  expect(idsOf(await read(second))).toEqual([third]);
});

describe('a key with few events among many', () => {
  const MANY = 3000;
  beforeEach(async () => {
    await fixture.rows(`UPDATE api_keys SET channels = '{wa}' WHERE instance_id = $1`, KEY);
  });

  test('reads a bounded part of the ledger per call, and its position advances even without own events', async () => {
    const [first = ''] = await fixture.commit({});
    await commitForOthers(fixture, MANY);
    const [last = ''] = await fixture.commit({});
    await readCount(1, undefined, 1);
    const bounds = { limit: 100, lookAtMost: 1000 };
    const start = await findStart(fixture.database.db.prisma, KEY, ALWAYS);
    const fetched = await countRead(fixture, KEY, { from: start, start, ...bounds });
    expect(fetched).toBeGreaterThanOrEqual(bounds.lookAtMost);
    expect(fetched).toBeLessThanOrEqual(bounds.lookAtMost + 1);

    const service = fixture.openService({ lookAtMost: bounds.lookAtMost });
    const context = { requestId: 'req_test', deadlineAt: Date.now() + 60_000, caller: fixture.callerOf(KEY) };
    const pages: EventPage[] = [];
    for (let after: string | undefined; pages.at(-1)?.hasMore !== false; after = pages.at(-1)?.nextAfter ?? undefined)
      pages.push(await readEvents(service, { after, limit: 100 }, context));
    expect(pages.map(({ count, hasMore }) => [count, hasMore])).toEqual([
      [1, true],
      [0, true],
      [0, true],
      [1, false],
    ]);
    expect(pages.flatMap(idsOf)).toEqual([first, last]);
    const positions = pages.map(({ nextAfter }) => nextAfter);
    expect(new Set(positions).size).toBe(pages.length);
    expect(positions.at(-1)).toBe(last);
  });

  test('a position after events of others stays before later ones', async () => {
    await commitForOthers(fixture, 10);
    const passed = await pollUntil(async () => (await read()).nextAfter, { what: () => 'a page' });
    expect(await read()).toMatchObject({ count: 0, hasMore: false });
    const [mine = ''] = await fixture.commit({});
    expect(idsOf(await readCount(1, passed ?? undefined))).toEqual([mine]);
  });

  test('a full page reads no further than one event after its last one', async () => {
    await fixture.commit(...Array.from({ length: 50 }, () => ({})));
    await commitForOthers(fixture, MANY);
    await readCount(50);
    const start = await findStart(fixture.database.db.prisma, KEY, ALWAYS);
    const fetched = await countRead(fixture, KEY, { from: start, start, limit: 10 });
    expect(fetched).toBeGreaterThan(10);
    expect(fetched).toBeLessThanOrEqual(15);
  });

  test('a key sees no event from before its creation, and reads no rows of earlier days', async () => {
    await fixture.rows('UPDATE api_keys SET created_at = now() WHERE instance_id = $1', KEY);
    const start = await findStart(fixture.database.db.prisma, KEY, ALWAYS);
    expect(BigInt(start.seq) >> 40n).toBe(BigInt(Math.floor(Date.now() / 86_400_000)));
  });
});
