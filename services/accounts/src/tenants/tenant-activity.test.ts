import { listTenantActivity, showTenant } from '@parley/common/contracts/console/tenant-activity';
import { createKey } from '@parley/common/contracts/operator/keys';
import { createTenant, updateTenant } from '@parley/common/contracts/operator/tenants';
import type { InputOf } from '@parley/common/define-contract';
import { beforeEach, expect, test } from 'vitest';
import { consoleOfFile } from '../../test/open-console.ts';
import { countTenantHours } from './count-tenant-hours.ts';

const NOW = new Date('2030-05-06T12:30:00.000Z');
const HOUR_MS = 3_600_000;
const JUST_NOW = new Date(NOW.getTime() - 1).toISOString();

const house = consoleOfFile({}, { hasDuties: false });
let shops = 0;
beforeEach(() => house.setNow(NOW));

/** An earlier test may have counted the hours that this one has written into. */
async function forgetCounted(): Promise<void> {
  await house.database.db.prisma.$transaction(async ({ tenantHour, tenantHoursProgress }) => {
    await tenantHoursProgress.updateMany({ data: { countedUntil: null } });
    await tenantHour.deleteMany();
  });
}

/** A tenant of the test; `tag` is in the name of each of them. */
async function openShop(tag: string, balance = '10') {
  const slug = `${tag}-${++shops}`;
  await house.call(createTenant, { slug, balance, plan: `plan ${slug}` });
  const { id } = await house.database.db.prisma.tenant.findUniqueOrThrow({ where: { slug } });
  const message = {
    tenantId: id,
    conversationId: 1,
    channelAccountId: 1,
    channel: 'wa',
    peer: '1',
    text: '',
    price: 0,
  };
  return {
    slug,
    id,
    /** Stores messages of one hour. */
    async write(hoursAgo: number, ...kinds: ('in' | 'sent' | 'failed' | 'scheduled')[]) {
      const createdAt = new Date(NOW.getTime() - hoursAgo * HOUR_MS - 1);
      const data = kinds.map((kind) => ({
        ...message,
        createdAt,
        happenedAt: createdAt,
        ...(kind === 'in'
          ? { direction: 'in', origin: 'customer', status: 'received' }
          : { direction: 'out', origin: 'api', status: kind }),
      }));
      await house.database.db.prisma.message.createMany({ data });
    },
  };
}

type Query = InputOf<typeof listTenantActivity>;

const listPage = async (given: Partial<Query>) =>
  (await house.operator()).call(listTenantActivity, { q: '', sort: 'created', descending: false, limit: 50, ...given });
const listed = async (q: string, by: Partial<Query> = {}) => (await listPage({ q, ...by })).items;

const countAll = async (): Promise<void> => {
  while (await countTenantHours(house.service));
};

test('a tenant has the messages of this hour and the 23 before it, counted or not', async () => {
  const shop = await openShop('figures');
  await shop.write(0, 'in', 'sent', 'scheduled');
  await shop.write(3, 'in', 'failed');
  await shop.write(22, 'sent');
  await shop.write(24, 'sent', 'failed');
  await forgetCounted();
  const figures = { messages: 5, messagesFailed: 1, lastActiveAt: JUST_NOW };
  expect(await listed(shop.slug)).toMatchObject([{ slug: shop.slug, balance: 10, ...figures }]);
  await countAll();
  expect(await listed(shop.slug)).toMatchObject([figures]);
  house.setNow(new Date(NOW.getTime() + 20 * HOUR_MS));
  expect(await listed(shop.slug)).toMatchObject([{ ...figures, messages: 4 }]);
});

test('an hour is counted once, by one of two workers, and forgotten when it is out of the list', async () => {
  const shop = await openShop('counted');
  await shop.write(5, 'in');
  await forgetCounted();
  await Promise.all([countAll(), countAll()]);
  const { tenantHour } = house.database.db.prisma;
  const where = { tenantId: shop.id };
  expect(await tenantHour.findMany({ where })).toMatchObject([{ messages: 1, failed: 0 }]);
  house.setNow(new Date(NOW.getTime() + 30 * HOUR_MS));
  await countAll();
  expect(await tenantHour.findMany({ where })).toEqual([]);
});

test('the list is searched, sorted both ways and read page by page', async () => {
  const [poor, busy, idle] = [
    await openShop('sorted', '1'),
    await openShop('sorted', '3'),
    await openShop('sorted', '2'),
  ];
  await busy.write(1, 'in', 'in');
  await poor.write(2, 'in');
  await forgetCounted();
  await house.call(updateTenant, { slug: idle.slug, name: 'Árbol sorted' });
  const slugs = async (by: Partial<Query>) => (await listed('SORTED', by)).map(({ slug }) => slug);
  expect(await slugs({})).toEqual([poor.slug, busy.slug, idle.slug]);
  expect(await slugs({ sort: 'credit' })).toEqual([poor.slug, idle.slug, busy.slug]);
  expect(await slugs({ sort: 'messages', descending: true })).toEqual([busy.slug, poor.slug, idle.slug]);
  expect(await slugs({ sort: 'activity' })).toEqual([poor.slug, busy.slug, idle.slug]);
  expect(await slugs({ sort: 'activity', descending: true })).toEqual([busy.slug, poor.slug, idle.slug]);
  const query = { q: 'sorted', sort: 'credit', limit: 2 } as const;
  const first = await listPage(query);
  const rest = await listPage({ ...query, cursor: first.nextCursor ?? '' });
  expect([...first.items, ...rest.items].map(({ slug }) => slug)).toEqual([poor.slug, idle.slug, busy.slug]);
  expect(rest.nextCursor).toBeNull();
  expect(await listed('sorted%')).toEqual([]);
});

test('one tenant shows what it has set up, and its messages by day', async () => {
  const shop = await openShop('one');
  await house.call(createKey, { slug: shop.slug, label: 'till', channels: ['wa'] });
  await shop.write(0, 'in', 'failed');
  await shop.write(30, 'sent');
  const operator = await house.operator();
  expect(await operator.call(showTenant, { slug: shop.slug })).toMatchObject({
    slug: shop.slug,
    members: 0,
    keys: 1,
    channels: 0,
    troubles: 0,
    lastActiveAt: JUST_NOW,
    days: [
      { day: '2030-05-05', channel: 'wa', messagesIn: 0, messagesOut: 1, messagesFailed: 0 },
      { day: '2030-05-06', channel: 'wa', messagesIn: 1, messagesOut: 1, messagesFailed: 1 },
    ],
  });
  await expect(operator.call(showTenant, { slug: 'nobody' })).rejects.toMatchObject({ code: 'unknown_tenant' });
});
