import {
  type BusinessNews,
  reportBusinessAccount,
  reportTemplate,
  type TemplateNews,
} from '@parley/common/contracts/internal/channel-health';
import type { TestTenant } from '@parley/testing/factories/test-tenant';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWaNumbers, type WaNumbers } from '../../test/wa-numbers.ts';

let service: WaNumbers;
beforeAll(async () => {
  service = await openWaNumbers();
});
afterAll(() => service[Symbol.asyncDispose]());

const online = { state: 'online', reason: null, payment_missing: false } as const;
const later = (ms: number): string => new Date(Date.now() + ms).toISOString();

async function connected({ asks }: { asks: boolean }) {
  const [tenant, given] = [await service.makeTenant(), await service.makeNumber()];
  await service.connect(tenant, given);
  if (asks) await askFor(tenant);
  return { tenant, given };
}
const askFor = (tenant: TestTenant) =>
  service.database.db.prisma.apiKey.updateMany({
    where: { tenantId: tenant.caller.tenantId },
    data: { events: ['template.status', 'channel.health'] },
  });

const eventsOf = async (tenant: TestTenant) =>
  (await service.eventsOf(tenant)).filter(({ type }) => type !== 'channel.connected');

test('a rating and a restriction of a number are reported as the number is afterwards, each once', async () => {
  const { tenant, given } = await connected({ asks: true });
  const quiet = await connected({ asks: false });
  const report = (wabaId: string, news: BusinessNews, at: string) =>
    service.operate(reportBusinessAccount, { wabaId, number: null, observedAt: at, news });
  const rated = { kind: 'rated', rating: 'RED', limitTier: 'TIER_1K' } as const;
  const limit = { type: 'RESTRICTED_BIZ_INITIATED_MESSAGING', until: later(3_600_000) };
  const restricted = { kind: 'restricted' as const, restrictions: [limit] };
  const [first, second] = [later(0), later(1000)];
  for (const _repeat of [1, 2]) {
    await report(given.wabaId, rated, first);
    await report(given.wabaId, restricted, second);
    await report(quiet.given.wabaId, rated, first);
  }
  const number = { channel: 'wa', id: given.phoneNumberId, name: 'Shop', quality: 'RED', limit: 'TIER_1K' };
  expect(await eventsOf(tenant)).toEqual([
    { type: 'channel.health', data: { ...number, restrictions: [], ...online, at: first } },
    { type: 'channel.health', data: { ...number, restrictions: [limit], ...online, at: second } },
  ]);
  expect(await eventsOf(quiet.tenant)).toEqual([]);
});

test('an offboarded number is reported as offline, and as online when Meta reconnects it', async () => {
  const { tenant, given } = await connected({ asks: true });
  const [first, second] = [later(0), later(1000)];
  for (const [kind, observedAt] of [
    ['offline', first],
    ['offline', first],
    ['online', second],
  ] as const)
    await service.operate(reportBusinessAccount, { wabaId: given.wabaId, number: null, observedAt, news: { kind } });
  expect((await eventsOf(tenant)).map(({ data }) => [data.state, data.reason, data.at])).toEqual([
    ['offline', 'account_offboarded', first],
    ['online', null, second],
  ]);
});

test('a decision about a template is reported once to each tenant of the account that asks, also when it is repeated at once', async () => {
  const { tenant, given } = await connected({ asks: true });
  const other = await connected({ asks: true });
  const quiet = await connected({ asks: false });
  const stranger = await connected({ asks: true });
  await service.database.db.prisma.channelAccount.updateMany({
    where: { tenantId: { in: [other.tenant.caller.tenantId, quiet.tenant.caller.tenantId] } },
    data: { wabaId: given.wabaId },
  });
  const news: TemplateNews = {
    templateId: '1689556908129835',
    name: 'cart',
    language: 'en',
    status: 'REJECTED',
    reason: 'INVALID_FORMAT',
    details: 'Two parameters are next to each other.',
    recommendation: 'Separate them.',
    disableDate: null,
    quality: null,
    category: null,
  };
  const observedAt = later(0);
  const report = (changed: Partial<TemplateNews> = {}) =>
    service.operate(reportTemplate, { wabaId: given.wabaId, observedAt, news: { ...news, ...changed } });
  expect(await Promise.all([report(), report(), report()])).toEqual(Array(3).fill({ reported: 3 }));
  await report({ status: 'APPROVED', reason: null });
  expect(await service.operate(reportTemplate, { wabaId: 'unknown', observedAt, news })).toEqual({ reported: 0 });
  const data = {
    channel: 'wa',
    business_id: given.wabaId,
    template_id: news.templateId,
    name: 'cart',
    language: 'en',
    status: 'REJECTED',
    reason: 'INVALID_FORMAT',
    details: 'Two parameters are next to each other.',
    recommendation: 'Separate them.',
    disable_date: null,
    quality: null,
    category: null,
    upcoming_category: null,
    upcoming_at: null,
    at: observedAt,
  };
  const expected = [
    { type: 'template.status', data },
    { type: 'template.status', data: { ...data, status: 'APPROVED', reason: null } },
  ];
  expect(await eventsOf(tenant)).toEqual(expected);
  expect(await eventsOf(other.tenant)).toEqual(expected);
  expect(await eventsOf(quiet.tenant)).toEqual([]);
  expect(await eventsOf(stranger.tenant)).toEqual([]);
});

test('an announced category is reported as upcoming, and prices no send before its time', async () => {
  const { tenant, given } = await connected({ asks: true });
  const [observedAt, upcomingAt] = [later(0), later(86_400_000)];
  const news: TemplateNews = {
    ...{ templateId: '1', name: 'cart', language: 'en', status: null, reason: null, quality: null, category: null },
    ...{ upcomingCategory: 'MARKETING', upcomingAt },
  };
  await service.operate(reportTemplate, { wabaId: given.wabaId, observedAt, news });
  expect((await eventsOf(tenant)).map(({ data }) => data)).toMatchObject([
    { category: null, upcoming_category: 'MARKETING', upcoming_at: upcomingAt },
  ]);
  expect(
    await service.database.db.prisma.listedTemplates.count({
      where: { channelAccount: { externalId: given.phoneNumberId } },
    }),
  ).toBe(0);
});
