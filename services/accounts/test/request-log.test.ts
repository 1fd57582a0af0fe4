import { getRequest, listRequests } from '@parley/common/contracts/console/request-log';
import { type LoggedRequest, recordRequests } from '@parley/common/contracts/internal/record-requests';
import { createKey, listKeys } from '@parley/common/contracts/operator/keys';
import { createTenant } from '@parley/common/contracts/operator/tenants';
import { dateOf, dayOf } from '@parley/common/day-number';
import { AppError } from '@parley/common/errors';
import { makeId } from '@parley/common/ids';
import { describe, expect, test } from 'vitest';
import { eraseLogs } from '../src/storage/erase-logs.ts';
import { dropOldKeyHours } from '../src/storage/key-use-store.ts';
import { keepRequestDays } from '../src/storage/partition-store.ts';
import { type Browser, consoleOfFile } from './open-console.ts';

const KEPT_DAYS = 30;
const house = consoleOfFile();
let shops = 0;

async function openShop() {
  const slug = `shop-${++shops}`;
  await house.call(createTenant, { slug, balance: '10' });
  const developer = await house.join(slug, `developer-${shops}@shop.example`, 'developer');
  return { slug, developer, tenantId: developer.member.tenant_id };
}

type Shop = Awaited<ReturnType<typeof openShop>>;

const requestOf = ({ slug, tenantId }: Pick<Shop, 'slug' | 'tenantId'>, given: Partial<LoggedRequest> = {}) => ({
  request_id: makeId('req'),
  tenant_slug: slug,
  tenant_id: tenantId,
  instance_id: null,
  at: Date.now(),
  action: 'send',
  method: 'POST',
  status: 200,
  code: null,
  duration_ms: 12,
  address: '203.0.113.9',
  body: '{"channel":"wa","to":"•••"}',
  ...given,
});

const record = (...items: LoggedRequest[]) => house.call(recordRequests, { items });
const idsOf = async (developer: Browser, filter: Parameters<typeof listRequests.input.parse>[0] = {}) =>
  (await developer.call(listRequests, listRequests.input.parse(filter))).items.map(({ id }) => id);

test('requests are listed newest first, page after page, and shown whole one by one', async () => {
  const shop = await openShop();
  const items = Array.from({ length: 5 }, () => requestOf(shop));
  await record(...items);
  const newestFirst = items.map(({ request_id }) => request_id).reverse();
  const first = await shop.developer.call(listRequests, { limit: 3 });
  expect(first.items.map(({ id }) => id)).toEqual(newestFirst.slice(0, 3));
  const next = await shop.developer.call(listRequests, { limit: 3, cursor: first.next_cursor ?? '' });
  expect(next.items.map(({ id }) => id)).toEqual(newestFirst.slice(3));
  expect(next.next_cursor).toBeNull();
  const [item] = items;
  expect(await shop.developer.call(getRequest, { request_id: item?.request_id ?? '' })).toEqual({
    id: item?.request_id,
    at: new Date(item?.at ?? 0).toISOString(),
    instance_id: null,
    action: 'send',
    method: 'POST',
    status: 200,
    code: null,
    duration_ms: 12,
    address: '203.0.113.9',
    body: '{"channel":"wa","to":"•••"}',
  });
});

test('each filter leaves what it names', async () => {
  const shop = await openShop();
  const key = await house.call(createKey, {
    slug: shop.slug,
    label: 'Shop',
    channels: ['wa'],
    events: [],
    webhook_url: null,
  });
  const byKey = requestOf(shop, { instance_id: key.instance_id });
  const refused = requestOf(shop, { status: 402, code: 'insufficient_balance' });
  const list = requestOf(shop, { action: 'channels' });
  const early = requestOf(shop, { at: Date.parse('2026-01-01T00:00:00Z') });
  await record(byKey, refused, list, early);
  expect(await idsOf(shop.developer, { instance_id: key.instance_id })).toEqual([byKey.request_id]);
  expect(await idsOf(shop.developer, { outcome: 'refused' })).toEqual([refused.request_id]);
  expect(await idsOf(shop.developer, { outcome: 'done' })).not.toContain(refused.request_id);
  expect(await idsOf(shop.developer, { action: 'channels' })).toEqual([list.request_id]);
  expect(await idsOf(shop.developer, { until: '2026-01-02T00:00:00Z' })).toEqual([early.request_id]);
  expect(await idsOf(shop.developer, { since: '2026-01-02T00:00:00Z' })).not.toContain(early.request_id);
  expect(await idsOf(shop.developer, { request_id: refused.request_id })).toEqual([refused.request_id]);
});

test('a workspace sees its own requests only, and a refused one of whoever named its address', async () => {
  const [shop, other] = [await openShop(), await openShop()];
  const own = requestOf(shop);
  const unknown = requestOf({ ...shop, tenantId: null }, { status: 401, code: 'invalid_api_key' });
  const mixedUp = requestOf({ ...shop, tenantId: other.tenantId });
  const nobodys = requestOf({ slug: 'no-such-shop', tenantId: null });
  await record(own, unknown, mixedUp, nobodys);
  expect(await idsOf(shop.developer)).toEqual([unknown.request_id, own.request_id]);
  expect(await idsOf(other.developer)).toEqual([]);
  expect(await idsOf(other.developer, { request_id: own.request_id })).toEqual([]);
  const peek = other.developer.call(getRequest, { request_id: own.request_id });
  await expect(peek).rejects.toThrow(expect.objectContaining({ code: new AppError('unknown_request').code }));
});

test('days over 30 days old are dropped with their requests, and the next days are there', async () => {
  const shop = await openShop();
  await record(requestOf(shop));
  const { db } = house.database;
  const today = dayOf(new Date());
  const days = async () =>
    (
      await db.query<{ name: string }>({
        text: `SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'request_log'::regclass`,
      })
    ).rows.map(({ name }) => name);
  const nameOf = (day: number) => `request_log_${dateOf(day).replaceAll('-', '')}`;
  await keepRequestDays(db, { today: today + KEPT_DAYS, keepDays: KEPT_DAYS });
  expect(await days()).toEqual(expect.arrayContaining([nameOf(today), nameOf(today + KEPT_DAYS + 3)]));
  expect(await idsOf(shop.developer)).toHaveLength(1);
  await keepRequestDays(db, { today: today + KEPT_DAYS + 1, keepDays: KEPT_DAYS });
  expect(await days()).not.toContain(nameOf(today));
  expect(await idsOf(shop.developer)).toEqual([]);
});

describe('the use of a key', () => {
  const HOUR_MS = 3_600_000;
  const makeKey = (slug: string) => house.call(createKey, { slug, label: 'Shop', channels: ['wa'] });
  const listOf = async (slug: string) => (await house.call(listKeys, { slug, limit: 50 })).items;

  test('is its last request, refused or not, and the refusals of the last 24 h', async () => {
    const shop = await openShop();
    const [used, idle] = [await makeKey(shop.slug), await makeKey(shop.slug)];
    const last = Date.now();
    const by = (given: Partial<LoggedRequest>) => requestOf(shop, { instance_id: used.instance_id, ...given });
    await record(by({ at: last - 30 * HOUR_MS, status: 429 }), by({ at: last - 2 * HOUR_MS, status: 400 }));
    await record(by({ at: last - 1 }), by({ at: last, status: 399 }), by({ at: last, status: 503 }));
    await record(by({ at: last - 2, status: 402 }));
    expect(await listOf(shop.slug)).toMatchObject([
      { instance_id: used.instance_id, last_used_at: new Date(last).toISOString(), refused_24h: 3 },
      { instance_id: idle.instance_id, last_used_at: null, refused_24h: 0 },
    ]);
  });

  test('is counted once each when many gateways report the same keys at the same time', async () => {
    const shop = await openShop();
    const keys = await Promise.all([makeKey(shop.slug), makeKey(shop.slug), makeKey(shop.slug)]);
    const reports = Array.from({ length: 12 }, (_, n) => {
      const items = keys.map(({ instance_id }) => requestOf(shop, { instance_id, status: 500 }));
      return record(...(n % 2 === 0 ? items : items.reverse()));
    });
    await Promise.all(reports);
    expect((await listOf(shop.slug)).map(({ refused_24h }) => refused_24h)).toEqual([12, 12, 12]);
  });

  test('is not that of another workspace, and is dropped after 30 days', async () => {
    const [shop, other] = [await openShop(), await openShop()];
    const { instance_id } = await makeKey(shop.slug);
    await record(requestOf(other, { instance_id, status: 500 }));
    expect(await listOf(shop.slug)).toMatchObject([{ last_used_at: null, refused_24h: 0 }]);
    const { db } = house.database;
    expect(await dropOldKeyHours(db, new Date(Date.now() - 2 * HOUR_MS))).toBe(false);
    expect(await db.prisma.keyHour.count({ where: { instanceId: instance_id } })).toBe(1);
    await dropOldKeyHours(db, new Date(Date.now() + HOUR_MS));
    expect(await db.prisma.keyHour.count()).toBe(0);
  });
});

test('the logs of an erased tenant are deleted whole, in batches; those of others stay', async () => {
  const [shop, other] = [await openShop(), await openShop()];
  const { db } = house.database;
  await record(requestOf(shop, { instance_id: 'ins_gone' }), requestOf(other, { instance_id: 'ins_kept' }));
  await db.query({
    text: `INSERT INTO request_log (request_id, tenant_id, at, action, method, status, duration_ms, address, body)
           SELECT 'req_' || n, ${shop.tenantId}, now(), 'send', 'POST', 200, 1, '203.0.113.9', '' FROM generate_series(1, 5500) n`,
  });
  await eraseLogs(db, shop.tenantId ?? 0);
  const countOf = async (tenantId: number) => ({
    requests: await db.prisma.loggedRequest.count({ where: { tenantId } }),
    hours: await db.prisma.keyHour.count({ where: { tenantId } }),
    changes: await db.prisma.auditEntry.count({ where: { tenantId } }),
  });
  expect(await countOf(shop.tenantId ?? 0)).toEqual({ requests: 0, hours: 0, changes: 0 });
  expect(await countOf(other.tenantId ?? 0)).toMatchObject({ requests: 1, hours: 1 });
});
