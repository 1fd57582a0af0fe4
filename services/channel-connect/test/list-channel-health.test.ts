import { listChannelHealth } from '@parley/common/contracts/console/channel-health';
import type { TestTenant } from '@parley/testing/test-tenant';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWaNumbers, type WaNumbers } from './wa-numbers.ts';

let service: WaNumbers;
beforeAll(async () => {
  service = await openWaNumbers();
});
afterAll(() => service[Symbol.asyncDispose]());

/** Calls as the console does. */
const listOf = (tenant: TestTenant, input: { limit?: number; cursor?: string } = {}) =>
  service.bus.call(
    listChannelHealth,
    { limit: 50, ...input },
    {
      request_id: 'req_of_the_console',
      member: {
        session_id: 'ses_of_the_console',
        role: 'owner',
        member_id: 'mem_of_the_console',
        tenant_id: tenant.caller.tenant_id,
        tenant_slug: tenant.slug,
      },
    },
  );

test('health shows when messages last came and went, and lists what was lost for 30 days; another tenant sees nothing', async () => {
  const tenant = await service.makeTenant();
  const [busy, lost, removed] = [await service.makeNumber(), await service.makeNumber(), await service.makeNumber()];
  for (const given of [busy, lost, removed]) await service.connect(tenant, given);
  const { prisma } = service.database.db;
  const [account] = await service.rowsOf(busy);
  const tenantId = tenant.caller.tenant_id;
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
  await end(lost.phone_number_id, 'token_revoked');
  await end(removed.phone_number_id, 'dashboard');

  const { items } = await listOf(tenant);
  expect(items).toMatchObject([
    {
      id: busy.phone_number_id,
      status: 'connected',
      problem: 'send_failed',
      last_received_at: at(2).toISOString(),
      last_sent_at: at(3).toISOString(),
      last_failed_at: at(4).toISOString(),
      device: null,
    },
    { id: lost.phone_number_id, status: 'disconnected', problem: 'token_revoked', last_received_at: null },
  ]);
  const first = await listOf(tenant, { limit: 1 });
  expect(first.items).toHaveLength(1);
  const second = await listOf(tenant, { limit: 1, cursor: first.next_cursor ?? '' });
  expect([...first.items, ...second.items]).toEqual(items);
  expect((await listOf(await service.makeTenant())).items).toEqual([]);
  await prisma.channelAccount.updateMany({
    where: { externalId: lost.phone_number_id },
    data: { disconnectedAt: new Date(Date.now() - 31 * 24 * 3_600_000) },
  });
  expect((await listOf(tenant)).items).toHaveLength(1);
});
