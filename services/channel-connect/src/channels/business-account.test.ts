import { listChannelHealth } from '@parley/common/contracts/console/channel-health';
import { type BusinessNews, reportBusinessAccount } from '@parley/common/contracts/internal/channel-health';
import { BUSINESS_GONE_REASONS } from '@parley/common/events';
import type { TestTenant } from '@parley/testing/factories/test-tenant';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWaNumbers, type WaNumbers } from '../../test/wa-numbers.ts';

let service: WaNumbers;
beforeAll(async () => {
  service = await openWaNumbers();
});
afterAll(() => service[Symbol.asyncDispose]());

const later = (ms: number): Date => new Date(Date.now() + ms);

const report = (wabaId: string, news: BusinessNews, { at = later(0), number = null as string | null } = {}) =>
  service.operate(reportBusinessAccount, { wabaId, number, observedAt: at.toISOString(), news });

async function connected() {
  const [tenant, given] = [await service.makeTenant(), await service.makeNumber()];
  await service.connect(tenant, given);
  return { tenant, given };
}

const healthOf = async (tenant: TestTenant) => {
  const member = {
    sessionId: 'ses_of_the_console',
    roles: ['owner' as const],
    memberId: 'mem_of_the_console',
    tenantId: tenant.caller.tenantId,
    tenantSlug: tenant.slug,
  };
  return (await service.bus.call(listChannelHealth, { limit: 50 }, { requestId: 'req_of_the_console', member })).items;
};
const ends = async (tenant: TestTenant) =>
  (await service.eventsOf(tenant))
    .filter(({ type }) => type === 'channel.disconnected')
    .map(({ data }) => [data.channel, data.id, data.reason]);

test.each(BUSINESS_GONE_REASONS)(
  'the loss of an account (%s) disconnects its numbers once, and no others',
  async (reason) => {
    const { tenant, given } = await connected();
    const other = await connected();
    await service.database.db.prisma.channelAccount.create({
      data: {
        tenantId: other.tenant.caller.tenantId,
        channel: 'wa',
        externalId: `second-${reason}`,
        name: 'Second',
        wabaId: given.wabaId,
        credentials: '',
      },
    });
    expect(await report(given.wabaId, { kind: 'gone', reason }, { at: later(1000) })).toEqual({ changed: 2 });
    expect(await report(given.wabaId, { kind: 'gone', reason }, { at: later(1000) })).toEqual({ changed: 0 });
    expect(await ends(tenant)).toEqual([['wa', given.phoneNumberId, reason]]);
    expect(await ends(other.tenant)).toEqual([['wa', `second-${reason}`, reason]]);
    expect(await healthOf(tenant)).toMatchObject([{ status: 'disconnected', problem: reason, restrictions: [] }]);
    expect((await healthOf(other.tenant))[0]).toMatchObject({ id: other.given.phoneNumberId, status: 'connected' });
  },
);

const secondNumber = (of: Awaited<ReturnType<typeof connected>>, externalId: string, number: string) =>
  service.database.db.prisma.channelAccount.create({
    data: {
      tenantId: of.tenant.caller.tenantId,
      channel: 'wa',
      externalId,
      name: 'Second',
      number,
      wabaId: of.given.wabaId,
      credentials: 'sealed',
    },
  });

test('a removed partner or a restriction that names a number concerns it alone, also where the account’s id is 0', async () => {
  const of = await connected();
  const { tenant, given } = of;
  await secondNumber(of, 'other-of-the-account', '+15550001122');
  const at = later(1000);
  const limit = { type: 'RESTRICTED_SENDING', until: null };
  const restricted = { kind: 'restricted' as const, restrictions: [limit] };
  expect(await report('0', restricted, { number: given.number, at })).toEqual({ changed: 1 });
  expect(await healthOf(tenant)).toMatchObject([
    { id: given.phoneNumberId, problem: 'account_restricted', restrictions: [limit] },
    { id: 'other-of-the-account', restrictions: [] },
  ]);
  const gone = { kind: 'gone', reason: 'partner_removed', platformReason: 'PRIMARY_INACTIVITY' } as const;
  expect(await report(given.wabaId, gone, { number: given.number, at })).toEqual({ changed: 1 });
  expect(await report('0', gone, { number: '15559999999', at })).toEqual({ changed: 0 });
  expect(await report('0', gone, { at })).toEqual({ changed: 0 });
  const events = (await service.eventsOf(tenant)).filter(({ type }) => type === 'channel.disconnected');
  expect(events.map(({ data }) => data)).toMatchObject([
    { id: given.phoneNumberId, reason: 'partner_removed', platform_reason: 'PRIMARY_INACTIVITY' },
  ]);
  expect(await healthOf(tenant)).toMatchObject([{ status: 'disconnected' }, { status: 'connected' }]);
});

test('an offboarded number is offline and keeps its token until Meta reconnects it; repeats change nothing', async () => {
  const { tenant, given } = await connected();
  const credentials = async () => {
    const [row] = await service.database.db.prisma.channelAccount.findMany({
      where: { externalId: given.phoneNumberId },
    });
    return row?.credentials;
  };
  const before = await credentials();
  const [offboarded, reconnected] = [later(1000), later(2000)];
  for (const changed of [1, 0])
    expect(await report(given.wabaId, { kind: 'offline' }, { at: offboarded })).toEqual({ changed });
  expect(await healthOf(tenant)).toMatchObject([{ status: 'connected', problem: 'number_offline' }]);
  expect(await ends(tenant)).toEqual([]);
  expect(await credentials()).toBe(before);
  expect(await report(given.wabaId, { kind: 'online' }, { at: reconnected })).toEqual({ changed: 1 });
  // Late, and older than the reconnection.
  expect(await report(given.wabaId, { kind: 'offline' }, { at: offboarded })).toEqual({ changed: 0 });
  expect(await healthOf(tenant)).toMatchObject([{ status: 'connected', problem: 'nothing_received' }]);
});

test('a new authorization ends the offline state', async () => {
  const { tenant, given } = await connected();
  await report(given.wabaId, { kind: 'offline' }, { at: later(1000) });
  await service.connect(tenant, given);
  expect(await healthOf(tenant)).toMatchObject([{ status: 'connected', problem: 'nothing_received' }]);
});

test('a number authorized after the webhook’s time stays connected', async () => {
  const { tenant, given } = await connected();
  const news = { kind: 'gone', reason: 'partner_removed' } as const;
  expect(await report(given.wabaId, news, { at: later(-60_000) })).toEqual({ changed: 0 });
  expect(await ends(tenant)).toEqual([]);
});

test('restrictions are shown until they end or are lifted; an older webhook changes nothing', async () => {
  const { tenant, given } = await connected();
  const limit = { type: 'RESTRICTED_BIZ_INITIATED_MESSAGING', until: later(3_600_000).toISOString() };
  const over = { type: 'RESTRICTED_CUSTOMER_INITIATED_MESSAGING', until: later(-1).toISOString() };
  await report(given.wabaId, { kind: 'restricted', restrictions: [limit, over] });
  expect(await healthOf(tenant)).toMatchObject([{ problem: 'account_restricted', restrictions: [limit] }]);
  await report(given.wabaId, { kind: 'restricted', restrictions: [] }, { at: later(-60_000) });
  expect(await healthOf(tenant)).toMatchObject([{ problem: 'account_restricted' }]);
  await report(given.wabaId, { kind: 'restricted', restrictions: [] }, { at: later(1000) });
  expect(await healthOf(tenant)).toMatchObject([{ problem: 'nothing_received', restrictions: [] }]);
});

test('a rating that the platform reports triggers a new request, and is shown if the answer has none', async () => {
  const { tenant, given } = await connected();
  const { whatsapp } = service.driver.graph;
  const answer = (quality_rating: string, messaging_limit_tier: string) =>
    whatsapp.putAccount({
      waba_id: given.wabaId,
      phone_number_id: given.phoneNumberId,
      quality_rating,
      messaging_limit_tier,
    });
  await answer('GREEN', 'TIER_10K');
  expect(await healthOf(tenant)).toMatchObject([{ quality: { rating: 'GREEN', limitTier: 'TIER_10K' } }]);
  await answer('PURPLE', 'a lot');
  const rated = { kind: 'rated', rating: 'RED', limitTier: 'TIER_1K' } as const;
  expect(await report(given.wabaId, rated, { number: '15550000000' })).toEqual({ changed: 0 });
  expect(await report(given.wabaId, rated, { number: given.number })).toEqual({ changed: 1 });
  expect(await healthOf(tenant)).toMatchObject([{ quality: { rating: 'RED', limitTier: 'TIER_1K' } }]);
  await report(given.wabaId, { kind: 'rated', limitTier: 'TIER_250' }, { at: later(1000), number: given.number });
  expect(await healthOf(tenant)).toMatchObject([{ quality: { rating: 'RED', limitTier: 'TIER_250' } }]);
});
