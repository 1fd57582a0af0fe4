import { camelSchemaOf } from '@parley/common/casing/camel-schema';
import { getRequest, listRequests } from '@parley/common/contracts/console/request-log';
import { type LoggedRequest, recordRequests } from '@parley/common/contracts/internal/record-requests';
import { createKey, listKeys } from '@parley/common/contracts/operator/keys';
import { createTenant } from '@parley/common/contracts/operator/tenants';
import type { InputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { ERROR_CATALOGUE } from '@parley/common/errors/error-catalogue';
import { makeId } from '@parley/common/ids';
import { dateOf, dayOf } from '@parley/common/values/day-number';
import { describe, expect, test } from 'vitest';
import { type Browser, consoleOfFile } from '../../test/open-console.ts';
import { eraseLogs } from '../erasure/erase.store.ts';
import { deleteOldKeyHours } from '../keys/key.store.ts';
import { keepRequestDays } from './keep-request-days.ts';

const KEPT_DAYS = 30;
const house = consoleOfFile({}, { hasDuties: false });
let shops = 0;

async function openShop() {
  const slug = `shop-${++shops}`;
  await house.call(createTenant, { slug, balance: '10' });
  const developer = await house.join(slug, `developer-${shops}@shop.example`, 'developer');
  return { slug, developer, tenantId: developer.member.tenantId };
}

type Shop = Awaited<ReturnType<typeof openShop>>;

const requestOf = ({ slug, tenantId }: Pick<Shop, 'slug' | 'tenantId'>, given: Partial<LoggedRequest> = {}) => ({
  requestId: makeId('req'),
  tenantSlug: slug,
  tenantId,
  instanceId: null,
  at: Date.now(),
  action: 'send',
  method: 'POST',
  status: 200,
  code: null,
  durationMs: 12,
  address: '203.0.113.9',
  body: '{"channel":"wa","to":"•••"}',
  answer: null,
  ...given,
});

const record = (...items: LoggedRequest[]) => house.call(recordRequests, { items });
const asListed = camelSchemaOf(listRequests.input);
const idsOf = async (developer: Browser, filter: Partial<InputOf<typeof listRequests>> = {}) =>
  (await developer.call(listRequests, asListed.parse(filter))).items.map(({ id }) => id);

test('requests are listed newest first by page, and shown in full one by one', async () => {
  const shop = await openShop();
  const items = Array.from({ length: 5 }, () => requestOf(shop));
  await record(...items);
  const newestFirst = items.map(({ requestId }) => requestId).reverse();
  const first = await shop.developer.call(listRequests, { limit: 3 });
  expect(first.items.map(({ id }) => id)).toEqual(newestFirst.slice(0, 3));
  const next = await shop.developer.call(listRequests, { limit: 3, cursor: first.nextCursor ?? '' });
  expect(next.items.map(({ id }) => id)).toEqual(newestFirst.slice(3));
  expect(next.nextCursor).toBeNull();
  const [item] = items;
  expect(await shop.developer.call(getRequest, { requestId: item?.requestId ?? '' })).toEqual({
    id: item?.requestId,
    at: new Date(item?.at ?? 0).toISOString(),
    instanceId: null,
    action: 'send',
    method: 'POST',
    status: 200,
    code: null,
    durationMs: 12,
    address: '203.0.113.9',
    body: '{"channel":"wa","to":"•••"}',
    answer: null,
    advice: null,
  });
});

test('a refused request is shown with the error that was answered, and with the advice of its code', async () => {
  const shop = await openShop();
  const answer = '{"error":"insufficient_balance","message":"The account is inactive or out of credit."}';
  const [coded, field] = [
    requestOf(shop, { status: 402, code: 'insufficient_balance', answer }),
    requestOf(shop, { status: 400, code: 'invalid_to', answer: '{"error":"invalid_to"}' }),
  ];
  await record(coded, field);
  expect(await shop.developer.call(getRequest, { requestId: coded.requestId })).toMatchObject({
    answer,
    advice: ERROR_CATALOGUE.insufficient_balance.advice,
  });
  expect(await shop.developer.call(getRequest, { requestId: field.requestId })).toMatchObject({
    answer: '{"error":"invalid_to"}',
    advice: null,
  });
});

test('each filter keeps only the requests that it names', async () => {
  const shop = await openShop();
  const key = await house.call(createKey, {
    slug: shop.slug,
    label: 'Shop',
    channels: ['wa'],
    events: [],
    webhookUrl: null,
  });
  const byKey = requestOf(shop, { instanceId: key.instanceId });
  const refused = requestOf(shop, { status: 402, code: 'insufficient_balance' });
  const list = requestOf(shop, { action: 'channels' });
  const early = requestOf(shop, { at: Date.parse('2026-01-01T00:00:00Z') });
  await record(byKey, refused, list, early);
  expect(await idsOf(shop.developer, { instanceId: key.instanceId })).toEqual([byKey.requestId]);
  expect(await idsOf(shop.developer, { outcome: 'refused' })).toEqual([refused.requestId]);
  expect(await idsOf(shop.developer, { code: 'insufficient_balance' })).toEqual([refused.requestId]);
  expect(await idsOf(shop.developer, { code: 'not_connected' })).toEqual([]);
  expect(await idsOf(shop.developer, { outcome: 'done' })).not.toContain(refused.requestId);
  expect(await idsOf(shop.developer, { action: 'channels' })).toEqual([list.requestId]);
  expect(await idsOf(shop.developer, { until: '2026-01-02T00:00:00Z' })).toEqual([early.requestId]);
  expect(await idsOf(shop.developer, { since: '2026-01-02T00:00:00Z' })).not.toContain(early.requestId);
  expect(await idsOf(shop.developer, { requestId: refused.requestId })).toEqual([refused.requestId]);
});

test('a workspace sees only its own requests, including refused ones that named its address', async () => {
  const [shop, other] = [await openShop(), await openShop()];
  const own = requestOf(shop);
  const unknown = requestOf({ ...shop, tenantId: null }, { status: 401, code: 'invalid_api_key' });
  const mixedUp = requestOf({ ...shop, tenantId: other.tenantId });
  const nobodys = requestOf({ slug: 'no-such-shop', tenantId: null });
  await record(own, unknown, mixedUp, nobodys);
  expect(await idsOf(shop.developer)).toEqual([unknown.requestId, own.requestId]);
  expect(await idsOf(other.developer)).toEqual([]);
  expect(await idsOf(other.developer, { requestId: own.requestId })).toEqual([]);
  const peek = other.developer.call(getRequest, { requestId: own.requestId });
  await expect(peek).rejects.toThrow(expect.objectContaining({ code: new AppError('unknown_request').code }));
});

test('partitions over 30 days old are dropped with their requests, and those of the next days exist', async () => {
  const shop = await openShop();
  // One moment for both: midnight may pass between two.
  const at = new Date();
  const today = dayOf(at);
  await record(requestOf(shop, { at: at.getTime() }));
  const { db } = house.database;
  const days = async () =>
    (
      await db.query<{ name: string }>({
        text: `SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'request_log'::regclass`,
      })
    ).rows.map(({ name }) => name);
  const keepDaysOn = (day: number) => keepRequestDays({ database: db, now: () => new Date(dateOf(day)) });
  const nameOf = (day: number) => `request_log_${dateOf(day).replaceAll('-', '')}`;
  await keepDaysOn(today + KEPT_DAYS);
  expect(await days()).toEqual(expect.arrayContaining([nameOf(today), nameOf(today + KEPT_DAYS + 3)]));
  expect(await idsOf(shop.developer)).toHaveLength(1);
  await keepDaysOn(today + KEPT_DAYS + 1);
  expect(await days()).not.toContain(nameOf(today));
  expect(await idsOf(shop.developer)).toEqual([]);
});

describe('the use of a key', () => {
  const HOUR_MS = 3_600_000;
  const makeKey = (slug: string) => house.call(createKey, { slug, label: 'Shop', channels: ['wa'] });
  const listOf = async (slug: string) => (await house.call(listKeys, { slug, limit: 50 })).items;

  test('shows its last request, refused or not, and the refusals of the last 24 h', async () => {
    const shop = await openShop();
    const [used, idle] = [await makeKey(shop.slug), await makeKey(shop.slug)];
    const last = Date.now();
    const by = (given: Partial<LoggedRequest>) => requestOf(shop, { instanceId: used.instanceId, ...given });
    await record(by({ at: last - 30 * HOUR_MS, status: 429 }), by({ at: last - 2 * HOUR_MS, status: 400 }));
    await record(by({ at: last - 1 }), by({ at: last, status: 399 }), by({ at: last, status: 503 }));
    await record(by({ at: last - 2, status: 402 }));
    expect(await listOf(shop.slug)).toMatchObject([
      { instanceId: used.instanceId, lastUsedAt: new Date(last).toISOString(), refused24h: 3 },
      { instanceId: idle.instanceId, lastUsedAt: null, refused24h: 0 },
    ]);
  });

  test('counts each request once when many gateways report the same keys at the same time', async () => {
    const shop = await openShop();
    const keys = await Promise.all([makeKey(shop.slug), makeKey(shop.slug), makeKey(shop.slug)]);
    const reports = Array.from({ length: 12 }, (_, n) => {
      const items = keys.map(({ instanceId }) => requestOf(shop, { instanceId, status: 500 }));
      return record(...(n % 2 === 0 ? items : items.reverse()));
    });
    await Promise.all(reports);
    expect((await listOf(shop.slug)).map(({ refused24h }) => refused24h)).toEqual([12, 12, 12]);
  });

  test('excludes other workspaces, and is dropped after 30 days', async () => {
    const [shop, other] = [await openShop(), await openShop()];
    const { instanceId } = await makeKey(shop.slug);
    await record(requestOf(other, { instanceId, status: 500 }));
    expect(await listOf(shop.slug)).toMatchObject([{ lastUsedAt: null, refused24h: 0 }]);
    const { db } = house.database;
    expect(await deleteOldKeyHours(db, new Date(Date.now() - 2 * HOUR_MS))).toBe(false);
    expect(await db.prisma.keyHour.count({ where: { instanceId } })).toBe(1);
    await deleteOldKeyHours(db, new Date(Date.now() + HOUR_MS));
    expect(await db.prisma.keyHour.count()).toBe(0);
  });
});

test('the logs of an erased tenant are deleted completely, in batches, and the logs of other tenants stay', async () => {
  const [shop, other] = [await openShop(), await openShop()];
  const { db } = house.database;
  await record(requestOf(shop, { instanceId: 'ins_gone' }), requestOf(other, { instanceId: 'ins_kept' }));
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
