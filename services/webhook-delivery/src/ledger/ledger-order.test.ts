import { events } from '@parley/common/contracts/account/events';
import { makeId } from '@parley/common/ids';
import { pollUntil } from '@parley/testing/poll-until';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { appendEvent, commitForOthers, countRead, type EventPage, idsOf, untilCount } from '../../test/ledger-kit.ts';
import { type OpenDelivery, openDelivery, type Worker } from '../../test/open-delivery.ts';
import { AFTER_ALL } from './ledger.rules.ts';
import { findPosition, findStart } from './ledger.store.ts';

// docs/reference/webhook-delivery.md#event-ledger: newest first, and filters.
const KEY = 'ins_ledger000001';
const ALWAYS = new Date(0);
const BUSY = 3000;
let fixture: OpenDelivery;
let worker: Worker;

beforeEach(async () => {
  fixture = await openDelivery();
  worker = await fixture.startWorker();
  await fixture.addKey(KEY, null);
});
afterEach(() => fixture[Symbol.asyncDispose]());

type Query = Partial<Parameters<typeof worker.callAs<typeof events>>[2]>;
const read = (query: Query = {}): Promise<EventPage> => worker.callAs(KEY, events, { limit: 100, ...query });

/** Every page of a list, each after the end of the one before. */
async function readAll(query: Query): Promise<string[]> {
  const found: string[] = [];
  for (let after: string | undefined; ; ) {
    const page = await read({ ...query, after });
    found.push(...idsOf(page));
    if (!page.hasMore) return found;
    after = page.nextAfter ?? undefined;
  }
}

/** Waits until no transaction of the server holds back the events. */
const untilFinal = (count: number): Promise<EventPage> => untilCount(count, () => read({ limit: 500 }));

async function change(id: string, column: 'type' | 'channel' | 'conversation_id', value: string | number) {
  await fixture.rows(`UPDATE events SET ${column} = $1 WHERE id = $2`, value, id);
}

test('newest first is the reverse of oldest first, page by page', async () => {
  const ids = await fixture.commit(...Array.from({ length: 7 }, (_, n) => ({ data: { n } })));
  await untilFinal(7);
  const first = await read({ order: 'newest', limit: 3 });
  expect(first).toMatchObject({ count: 3, hasMore: true, nextAfter: ids[4] });
  expect(await readAll({ order: 'newest', limit: 3 })).toEqual(ids.toReversed());
  expect(await read({ order: 'newest', after: ids[0] })).toMatchObject({ count: 0, hasMore: false, nextAfter: ids[0] });
});

test('newest first begins before the events that are still being written, and a new event moves no later page', async () => {
  const ids = await fixture.commit({}, {}, {});
  await untilFinal(3);
  let late = '';
  await fixture.database.db.transaction(async (sql) => {
    late = await appendEvent(sql, fixture.tenantId);
    const [hidden = ''] = await fixture.commit({});
    expect(idsOf(await read({ order: 'newest' }))).toEqual(ids.toReversed());
    // A position beyond the end continues at the end.
    expect(idsOf(await read({ order: 'newest', after: hidden }))).toEqual(ids.toReversed());
  });
  const first = await pollUntil(
    async () => {
      const page = await read({ order: 'newest', limit: 2 });
      return idsOf(page).includes(late) ? page : null;
    },
    { what: () => 'the late event' },
  );
  await fixture.commit({}, {});
  expect(idsOf(await read({ order: 'newest', after: first.nextAfter ?? '' }))).toEqual(ids.toReversed());
});

test('since ends a list that goes back', async () => {
  const [old = '', recent = ''] = await fixture.commit({}, {});
  await untilFinal(2);
  await fixture.rows(`UPDATE events SET created_at = now() - interval '1 hour' WHERE id = $1`, old);
  await fixture.rows(`UPDATE api_keys SET created_at = now() - interval '1 day'`);
  const since = new Date(Date.now() - 60_000).toISOString();
  expect(await read({ order: 'newest', since })).toMatchObject({ hasMore: false });
  expect(await readAll({ order: 'newest', since })).toEqual([recent]);
  expect(await readAll({ order: 'newest' })).toEqual([recent, old]);
});

test('a list that goes back ends at events that are no longer kept', async () => {
  await fixture.commit({});
  await untilFinal(1);
  for (const after of [makeId('evt', Date.now() - 31 * 86_400_000), 'evt_0000000000'])
    expect(await read({ order: 'newest', after })).toEqual({
      ...{ ok: true, count: 0, events: [], nextAfter: after, hasMore: false },
    });
  await expect(read({ order: 'newest', after: makeId('evt') })).rejects.toMatchObject({ code: 'invalid_after' });
});

test('after=latest with order=newest is an error that says what to do', async () => {
  await expect(read({ order: 'newest', after: 'latest' })).rejects.toMatchObject({
    code: 'invalid_after',
    message: expect.stringContaining('leave after out'),
  });
});

test('type, channel and conversation_id select, together and in both orders', async () => {
  const [plain = '', sent = '', telegram = '', ofTalk = '', both = ''] = await fixture.commit({}, {}, {}, {}, {});
  await untilFinal(5);
  await change(sent, 'type', 'message.sent');
  await change(telegram, 'channel', 'tg');
  await change(ofTalk, 'conversation_id', 7);
  await change(both, 'conversation_id', 7);
  await change(both, 'type', 'message.reaction');
  const lists: [Query, string[]][] = [
    [{ type: 'message.sent' }, [sent]],
    [{ type: 'message.reaction' }, [both]],
    [{ channel: 'tg' }, [telegram]],
    [{ channel: 'wa' }, [plain, sent, ofTalk, both]],
    [{ conversationId: 7 }, [ofTalk, both]],
    [{ conversationId: 7, type: 'message.reaction', channel: 'wa' }, [both]],
    [{ conversationId: 7, channel: 'tg' }, []],
    [{ conversationId: 8 }, []],
    [{ type: 'call.received' }, []],
  ];
  for (const [query, ids] of lists) {
    expect(await readAll({ ...query, limit: 1 }), JSON.stringify(query)).toEqual(ids);
    expect(await readAll({ ...query, limit: 1, order: 'newest' }), JSON.stringify(query)).toEqual(ids.toReversed());
  }
});

test('a filter shows nothing that the key is not subscribed to, nor another tenant’s conversation', async () => {
  const [typing = '', other = ''] = await fixture.commit({ conversationId: 7 }, { conversationId: 7 });
  await untilFinal(2);
  await change(typing, 'type', 'contact.typing');
  const { id: stranger } = await fixture.one<{ id: number }>(
    `INSERT INTO tenants (slug, name) VALUES ('b', 'B') RETURNING id`,
  );
  await fixture.rows('UPDATE events SET tenant_id = $1 WHERE id = $2', stranger, other);
  for (const query of [{ conversationId: 7 }, { type: 'contact.typing' as const }, { order: 'newest' as const }])
    expect(await readAll(query)).toEqual([]);
});

test('a page reads no more than its limits, in both orders, at the end and in the middle', async () => {
  await fixture.rows(`UPDATE api_keys SET channels = '{wa}' WHERE instance_id = $1`, KEY);
  const [first = '', middle = ''] = await fixture.commit({ conversationId: 7 }, { conversationId: 7 });
  await fixture.rows(`UPDATE events SET type = 'channel.connected' WHERE id = $1`, first);
  await commitForOthers(fixture, BUSY);
  const [last = ''] = await fixture.commit({ conversationId: 7 });
  await untilCount(1, () => read({ after: middle }));
  const { prisma } = fixture.database.db;
  const start = await findStart(prisma, KEY, ALWAYS);
  const at = async (id: string) => (await findPosition(prisma, fixture.tenantId, id)) ?? start;
  const count = (given: Partial<Parameters<typeof countRead>[2]>) =>
    countRead(fixture, KEY, { from: AFTER_ALL, start, limit: 100, lookAtMost: 1000, order: 'newest', ...given });

  expect(await count({}), 'newest').toBeLessThanOrEqual(1001);
  expect(await count({ from: await at(middle) }), 'newest, deep').toBeLessThanOrEqual(2);
  expect(await count({ from: await at(last) }), 'newest, after the last').toBeLessThanOrEqual(1001);
  const everything = { type: null, channel: null, conversationId: null };
  for (const order of ['oldest', 'newest'] as const) {
    const from = order === 'oldest' ? start : AFTER_ALL;
    expect(await count({ order, from, filter: { ...everything, conversationId: 7 } }), order).toBeLessThanOrEqual(4);
    expect(await count({ order, from, filter: { ...everything, type: 'channel.connected' } }), order).toBe(1);
    expect(await count({ order, from, filter: { ...everything, channel: 'wa' } }), order).toBeLessThanOrEqual(1001);
  }
});
