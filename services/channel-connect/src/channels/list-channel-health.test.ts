import { listChannelHealth } from '@parley/common/contracts/console/channel-health';
import type { TestTenant } from '@parley/testing/test-tenant';
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
  await whatsapp.failNext({ mode: 'error', code: 190 });
  expect(await qualityAt(10)).toEqual(unknown);
  await whatsapp.failNext({ mode: 'hang' });
  expect(await qualityAt(15)).toEqual(unknown);
  expect(await qualityAt(19)).toEqual(unknown);
  expect(await qualityAt(20)).toEqual(red);
});
