import { listChannelHealth } from '@parley/common/contracts/console/channel-health';
import type { TestTenant } from '@parley/testing/factories/test-tenant';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openWaNumbers, type WaNumbers } from '../../test/wa-numbers.ts';
import { checkPayments } from './check-payments.ts';

let service: WaNumbers;
let hours = 0;
beforeAll(async () => {
  // Its own duty checks a number 15 minutes after the connection at the earliest: the tests run the check, with a later clock.
  service = await openWaNumbers();
});
afterEach(() => service.driver.clearFaults());
afterAll(() => service[Symbol.asyncDispose]());

/** Checks every number once, an hour later. */
async function checkNow(): Promise<void> {
  const later = { ...service.otherProcess, now: () => new Date(Date.UTC(2030, 0, 1, ++hours)) };
  while (await checkPayments(later));
}
const put = (given: { wabaId: string; phoneNumberId: string }, payment: 'set' | 'missing' | 'hidden') =>
  service.driver.graph.whatsapp.putAccount({ waba_id: given.wabaId, phone_number_id: given.phoneNumberId, payment });
const reportsOf = async (tenant: TestTenant) =>
  (await service.eventsOf(tenant)).flatMap(({ type, data }) =>
    type === 'channel.health' ? [data.payment_missing] : [],
  );

async function openShop() {
  const tenant = await service.makeTenant();
  const given = await service.makeNumber();
  await service.connect(tenant, given);
  const { prisma } = service.database.db;
  await prisma.apiKey.updateMany({ where: { tenantId: tenant.caller.tenantId }, data: { events: ['channel.health'] } });
  const [account] = await service.rowsOf(given);
  const ids = { tenantId: tenant.caller.tenantId, channel: 'wa', channelAccountId: account?.id ?? 0 };
  const contact = await prisma.contact.create({ data: { tenantId: ids.tenantId, channel: 'wa' } });
  const conversation = await prisma.conversation.create({ data: { ...ids, contactId: contact.id, peer: '+15550001' } });
  let minute = 0;
  return {
    tenant,
    given,
    since: async () => (await service.rowsOf(given))[0]?.paymentMissingSince ?? null,
    async add(status: string, error?: object) {
      const at = new Date(Date.UTC(2030, 0, 1, hours, ++minute));
      const text = { peer: '+15550001', text: 'Hello', direction: 'out', origin: 'api', status, error };
      await prisma.message.create({
        data: { ...ids, ...text, happenedAt: at, createdAt: at, conversationId: conversation.id },
      });
    },
  };
}
const UNPAID = { code: 'graph_error', message: 'No.', provider_code: 131042 };

test('a missing payment method is reported before a message fails, once, and so is its end', async () => {
  const { tenant, given, since } = await openShop();
  await checkNow();
  expect([await since(), await reportsOf(tenant)]).toEqual([null, []]);
  await put(given, 'missing');
  await checkNow();
  await checkNow();
  expect([await since(), await reportsOf(tenant)]).toEqual([expect.any(Date), [true]]);
  const { items } = await service.bus.call(
    listChannelHealth,
    { limit: 50 },
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
  expect(items).toMatchObject([{ coming: 'payment_missing', sending: { paymentMissing: true } }]);
  await put(given, 'set');
  await checkNow();
  expect([await since(), await reportsOf(tenant)]).toEqual([null, [true, false]]);
});

test('where Meta does not say, a message that failed with 131042 decides, until one is delivered', async () => {
  const { tenant, given, add, since } = await openShop();
  await put(given, 'hidden');
  await add('failed', UNPAID);
  await checkNow();
  expect(await since()).not.toBeNull();
  await checkNow();
  await add('delivered');
  await checkNow();
  expect([await since(), await reportsOf(tenant)]).toEqual([null, [true, false]]);
});

test('what is not known changes nothing', async () => {
  const { tenant, given, since } = await openShop();
  await put(given, 'missing');
  await checkNow();
  await put(given, 'hidden');
  await checkNow();
  await service.driver.graph.whatsapp.failNext({ mode: 'error', code: 190, times: 20 });
  await checkNow();
  expect([await since(), await reportsOf(tenant)]).toEqual([expect.any(Date), [true]]);
});

test('two processes that find the same change report it once', async () => {
  const { tenant, given } = await openShop();
  await checkNow();
  await put(given, 'missing');
  const at = new Date(Date.UTC(2030, 0, 1, ++hours));
  const other = { ...service.otherProcess, now: () => at };
  await Promise.all([checkPayments(other), checkPayments(other), checkPayments(other)]);
  await checkNow();
  expect(await reportsOf(tenant)).toEqual([true]);
});
