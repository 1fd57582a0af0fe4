import { listChannelHealth } from '@parley/common/contracts/console/channel-health';
import type { TestTenant } from '@parley/testing/factories/test-tenant';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openWaNumbers, type WaNumbers } from '../../test/wa-numbers.ts';

let service: WaNumbers;
beforeAll(async () => {
  service = await openWaNumbers();
});
afterEach(async () => {
  await service.driver.clearFaults();
  service.setNow(null);
});
afterAll(() => service[Symbol.asyncDispose]());

/** Calls like the console. */
const listOf = (tenant: TestTenant, input: { limit?: number; cursor?: string } = {}) =>
  service.bus.call(
    listChannelHealth,
    { limit: 50, ...input },
    {
      requestId: 'req_of_the_console',
      member: {
        sessionId: 'ses_of_the_console',
        roles: ['owner'],
        memberId: 'mem_of_the_console',
        tenantId: tenant.caller.tenantId,
        tenantSlug: tenant.slug,
      },
    },
  );

test('health shows the last messages received and sent, and lists lost accounts for 30 days; another tenant sees nothing', async () => {
  const tenant = await service.makeTenant();
  const [busy, lost, removed] = [await service.makeNumber(), await service.makeNumber(), await service.makeNumber()];
  for (const given of [busy, lost, removed]) await service.connect(tenant, given);
  const { prisma } = service.database.db;
  const [account] = await service.rowsOf(busy);
  const tenantId = tenant.caller.tenantId;
  const contact = await prisma.contact.create({ data: { tenantId, channel: 'wa' } });
  const conversation = await prisma.conversation.create({
    data: { tenantId, channel: 'wa', channelAccountId: account?.id ?? 0, contactId: contact.id, peer: '+15550001' },
  });
  const message = {
    tenantId,
    conversationId: conversation.id,
    channelAccountId: account?.id ?? 0,
    channel: 'wa',
    peer: '+15550001',
    text: 'Hello',
  };
  const at = (minute: number): Date => new Date(Date.UTC(2026, 0, 1, 12, minute));
  const received = { ...message, direction: 'in', origin: 'customer', status: 'received' };
  const sent = { ...message, direction: 'out', origin: 'api' };
  await prisma.message.createMany({
    data: [
      { ...received, happenedAt: at(1), createdAt: at(1) },
      { ...received, happenedAt: at(2), createdAt: at(2) },
      { ...sent, status: 'delivered', happenedAt: at(3), createdAt: at(3) },
      { ...sent, status: 'failed', happenedAt: at(4), createdAt: at(4) },
    ],
  });
  const end = (id: string, disconnectReason: string) =>
    prisma.channelAccount.updateMany({
      where: { externalId: id },
      data: { status: 'disconnected', disconnectReason, disconnectedAt: new Date() },
    });
  await end(lost.phoneNumberId, 'token_revoked');
  await end(removed.phoneNumberId, 'dashboard');

  const { items } = await listOf(tenant);
  expect(items).toMatchObject([
    {
      id: busy.phoneNumberId,
      status: 'connected',
      problem: 'send_failed',
      lastReceivedAt: at(2).toISOString(),
      lastSentAt: at(3).toISOString(),
      lastFailedAt: at(4).toISOString(),
      device: null,
    },
    { id: lost.phoneNumberId, status: 'disconnected', problem: 'token_revoked', lastReceivedAt: null },
  ]);
  const first = await listOf(tenant, { limit: 1 });
  expect(first.items).toHaveLength(1);
  const second = await listOf(tenant, { limit: 1, cursor: first.nextCursor ?? '' });
  expect([...first.items, ...second.items]).toEqual(items);
  expect((await listOf(await service.makeTenant())).items).toEqual([]);
  await prisma.channelAccount.updateMany({
    where: { externalId: lost.phoneNumberId },
    data: { disconnectedAt: new Date(Date.now() - 31 * 24 * 3_600_000) },
  });
  expect((await listOf(tenant)).items).toHaveLength(1);
});

test('the quality of a number is cached for some minutes; refused, late or unknown ratings are unknown', async () => {
  const tenant = await service.makeTenant();
  const given = await service.makeNumber();
  await service.connect(tenant, given);
  const { whatsapp } = service.driver.graph;
  const rate = (quality_rating: string, messaging_limit_tier: string) => {
    const { wabaId, phoneNumberId } = given;
    return whatsapp.putAccount({
      waba_id: wabaId,
      phone_number_id: phoneNumberId,
      quality_rating,
      messaging_limit_tier,
    });
  };
  const qualityAt = async (minute: number) => {
    service.setNow(new Date(Date.UTC(2030, 0, 1, 0, minute)));
    return (await listOf(tenant)).items[0]?.quality;
  };
  const red = { rating: 'RED', limitTier: 'TIER_250' };
  const unknown = { rating: 'UNKNOWN', limitTier: null };
  await rate('RED', 'TIER_250');
  expect(await qualityAt(0)).toEqual(red);
  await rate('PURPLE', 'a lot');
  expect(await qualityAt(4)).toEqual(red);
  expect(await qualityAt(5)).toEqual(unknown);
  await rate('RED', 'TIER_250');
  await whatsapp.failNext({ mode: 'error', code: 190, times: 5 });
  expect(await qualityAt(10)).toEqual(unknown);
  await whatsapp.failNext({ mode: 'hang', times: 5 });
  expect(await qualityAt(15)).toEqual(unknown);
  expect(await qualityAt(19)).toEqual(unknown);
  expect(await qualityAt(20)).toEqual(red);
});

test('whether Meta lets a number send, and who pays, is shown; what Meta does not say is unknown', async () => {
  const tenant = await service.makeTenant();
  const given = await service.makeNumber();
  await service.connect(tenant, given);
  const { whatsapp } = service.driver.graph;
  const set = (change: object) =>
    whatsapp.putAccount({ waba_id: given.wabaId, phone_number_id: given.phoneNumberId, ...change });
  let minute = 0;
  const sendingNow = async () => {
    minute += 6;
    service.setNow(new Date(Date.UTC(2030, 0, 1, 0, minute)));
    return (await listOf(tenant)).items[0]?.sending;
  };
  const fine = { state: 'AVAILABLE', reasons: [], paymentMissing: false };
  expect(await sendingNow()).toEqual(fine);
  await set({ payment: 'missing' });
  expect(await sendingNow()).toEqual({ ...fine, paymentMissing: true });
  await set({ payment: 'hidden' });
  expect(await sendingNow()).toEqual(fine);
  const error = { error_code: 141000, error_description: 'It is blocked.', possible_solution: 'Appeal.' };
  await set({ can_send: 'BLOCKED', health_errors: [error] });
  expect(await sendingNow()).toEqual({
    state: 'BLOCKED',
    reasons: [{ code: 141000, text: 'It is blocked.', solution: 'Appeal.' }],
    paymentMissing: false,
  });
  await whatsapp.failNext({ mode: 'error', code: 190, times: 5 });
  expect(await sendingNow()).toEqual({ state: null, reasons: [], paymentMissing: false });
});

test('the username and the settings of calls of a number are shown', async () => {
  const tenant = await service.makeTenant();
  const given = await service.makeNumber();
  await service.connect(tenant, given);
  const shownAt = async (minute: number) => {
    service.setNow(new Date(Date.UTC(2030, 0, 1, 1, minute)));
    return (await listOf(tenant)).items[0];
  };
  const off = { isOn: false, isIconShown: null, asksPermission: null, hasHours: null };
  expect(await shownAt(0)).toMatchObject({ username: null, calling: off });
  const username = { name: 'lucky_shrub', status: 'approved' } as const;
  await service.driver.graph.whatsapp.putAccount({
    waba_id: given.wabaId,
    phone_number_id: given.phoneNumberId,
    username,
    calling: { status: 'ENABLED', call_icon_visibility: 'DISABLE_ALL', call_hours: { status: 'ENABLED' } },
  });
  const calling = { isOn: true, isIconShown: false, asksPermission: null, hasHours: true };
  expect(await shownAt(6)).toMatchObject({ username, calling });
});

test('a message that failed for want of a payment method shows that it is missing, until one is delivered', async () => {
  const tenant = await service.makeTenant();
  const given = await service.makeNumber();
  await service.connect(tenant, given);
  const { prisma } = service.database.db;
  const [account] = await service.rowsOf(given);
  const tenantId = tenant.caller.tenantId;
  const contact = await prisma.contact.create({ data: { tenantId, channel: 'wa' } });
  const of = { tenantId, channel: 'wa', channelAccountId: account?.id ?? 0 };
  const conversation = await prisma.conversation.create({ data: { ...of, contactId: contact.id, peer: '+15550001' } });
  const add = (minute: number, status: string, error?: object) => {
    const at = new Date(Date.UTC(2026, 0, 1, 12, minute));
    const written = { peer: '+15550001', text: 'Hello', direction: 'out', origin: 'api', status };
    const times = { happenedAt: at, createdAt: at };
    return prisma.message.create({ data: { ...of, ...written, ...times, conversationId: conversation.id, error } });
  };
  const isMissing = async () => (await listOf(tenant)).items[0]?.sending?.paymentMissing;
  await add(1, 'delivered');
  await add(2, 'failed', { code: 'graph_error', message: 'No.', provider_code: 131042 });
  await add(3, 'sent');
  expect(await isMissing()).toBe(true);
  await add(4, 'delivered');
  expect(await isMissing()).toBe(false);
});

test('an ig account shows which login connected it, and when the token of its own login ends; an unreadable one shows none', async () => {
  const tenant = await service.makeTenant();
  const { prisma } = service.database.db;
  const ends = '2026-07-01T10:00:00.000Z';
  const own = { access_token: 'IGAA', app_scoped_id: '25', expires_at: ends, comments: 'yes' };
  const credentials = [
    service.sealCredentials({ access_token: 'EAAG', page_id: '19' }),
    service.sealCredentials(own),
    'of another key',
  ];
  const at = { tenantId: tenant.id, channel: 'ig', connectedAt: new Date('2026-05-02T10:00:00Z') };
  await prisma.channelAccount.createMany({
    data: credentials.map((sealed, i) => ({
      ...at,
      externalId: `${tenant.id}${i}`,
      name: 'Shop',
      credentials: sealed,
    })),
  });
  const given = await service.makeNumber();
  await service.connect(tenant, given);
  const { items } = await listOf(tenant);
  expect(items.map(({ channel, login }) => [channel, login])).toEqual([
    ['ig', { via: 'facebook', tokenEndsAt: null }],
    ['ig', { via: 'instagram', tokenEndsAt: ends }],
    ['ig', null],
    ['wa', null],
  ]);
  expect(items.map(({ problem, tokenExpiresAt }) => [problem, tokenExpiresAt])).toEqual(
    Array.from({ length: 4 }, () => ['nothing_received', null]),
  );
});
