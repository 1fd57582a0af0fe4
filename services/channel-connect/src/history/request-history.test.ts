import { listChannelHealth } from '@parley/common/contracts/console/channel-health';
import { removeTenantChannel } from '@parley/common/contracts/operator/tenant-channels';
import type { TestTenant } from '@parley/testing/factories/test-tenant';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openWaNumbers, type WaNumbers } from '../../test/wa-numbers.ts';

// docs/reference/wa.md#history
let service: WaNumbers;
beforeAll(async () => {
  service = await openWaNumbers();
});
afterAll(() => service[Symbol.asyncDispose]());
afterEach(async () => {
  await service.driver.clearFaults();
});

type Given = Awaited<ReturnType<WaNumbers['makeNumber']>>;

const put = ({ wabaId: waba_id, phoneNumberId: phone_number_id }: Given, given: Record<string, unknown> = {}) =>
  service.driver.graph.whatsapp.putAccount({ waba_id, phone_number_id, is_on_biz_app: true, ...given });
async function makeAppNumber(given: Record<string, unknown> = {}): Promise<Given> {
  const number = await service.makeNumber();
  await put(number, given);
  return number;
}
const askedOf = async ({ wabaId, phoneNumberId }: Given) => {
  const { numbers } = await service.driver.graph.whatsapp.account(wabaId);
  return numbers.find(({ id }) => id === phoneNumberId)?.appDataAsked ?? [];
};
const importOf = async (given: Given) => {
  const [account] = await service.rowsOf(given);
  return service.database.db.prisma.historyImport.findUnique({ where: { channelAccountId: account?.id ?? 0 } });
};
const statesOf = async (given: Given) => {
  const found = await importOf(given);
  return found && [found.contactsState, found.historyState];
};
const change = async (given: Given, data: Record<string, unknown>) => {
  const [account] = await service.rowsOf(given);
  await service.database.db.prisma.historyImport.update({ where: { channelAccountId: account?.id ?? 0 }, data });
};
/** Calls like the console. */
const healthOf = (tenant: TestTenant) => {
  const { tenantId } = tenant.caller;
  const ids = { sessionId: 'ses_of_the_console', memberId: 'mem_of_the_console', tenantId, tenantSlug: tenant.slug };
  const context = { requestId: 'req_of_the_console', member: { ...ids, roles: ['owner' as const] } };
  return service.bus.call(listChannelHealth, { limit: 50 }, context);
};

test('a number on the app is asked for its contacts and then its history, each once, within a day', async () => {
  const tenant = await service.makeTenant();
  const given = await makeAppNumber();
  await service.connect(tenant, given);
  await expect.poll(() => statesOf(given)).toEqual(['requested', 'requested']);
  expect(await askedOf(given)).toEqual(['smb_app_state_sync', 'history']);
  const found = await importOf(given);
  expect(found).toMatchObject({
    contactsRequestId: expect.stringMatching(/^AMZ/),
    historyRequestId: expect.stringMatching(/^AMZ/),
    dueAt: null,
  });
  expect(Number(found?.toId) - Number(found?.fromId)).toBe(99_999);
  await service.connect(tenant, given, 'Again');
  expect((await importOf(given))?.attempts).toBe(found?.attempts);
  const { items } = await healthOf(tenant);
  expect(items[0]?.businessApp).toEqual({ lastSeenAt: null, history: 'requested', progress: null, imported: 0 });
});

test('a number that is not on the app is asked for nothing', async () => {
  const tenant = await service.makeTenant();
  const given = await service.makeNumber();
  await service.connect(tenant, given);
  expect(await importOf(given)).toBeNull();
  expect((await healthOf(tenant)).items[0]?.businessApp).toBeNull();
});

test.each([
  ['was made before', 2593107, 'requested'],
  ['comes too late', 2593108, 'late'],
])('a request that %s is not repeated', async (_what, code, state) => {
  const tenant = await service.makeTenant();
  const given = await makeAppNumber();
  await service.driver.graph.whatsapp.failNext({ match: { path: 'smb_app_data' }, mode: 'error', code, times: 2 });
  await service.connect(tenant, given);
  await expect.poll(() => statesOf(given)).toEqual([state, state]);
  expect(await askedOf(given)).toEqual([]);
  expect((await importOf(given))?.dueAt).toBeNull();
});

test('after a lost answer the webhooks are looked at before another request', async () => {
  const tenant = await service.makeTenant();
  const given = await makeAppNumber();
  await service.driver.graph.whatsapp.failNext({ match: { path: 'smb_app_data' }, mode: 'hang' });
  await service.connect(tenant, given);
  const lookLater = async () => {
    const found = await importOf(given);
    return found?.contactsState === 'due' && (found.dueAt?.getTime() ?? 0) > Date.now() + 5 * 60_000;
  };
  await expect.poll(lookLater).toBe(true);
  await change(given, { dueAt: new Date(0) });
  await expect.poll(lookLater).toBe(true);
  await change(given, { contactsAt: new Date(), dueAt: new Date(0) });
  await expect.poll(() => statesOf(given)).toEqual(['requested', 'requested']);
  expect(await askedOf(given)).toEqual(['history']);
});

test('a process that ends before its request leaves one that is made once', async () => {
  const tenant = await service.makeTenant();
  const given = await makeAppNumber();
  await service.driver.graph.whatsapp.failNext({ match: { path: 'smb_app_data' }, mode: 'error', code: 131000 });
  await service.connect(tenant, given);
  await expect.poll(async () => (await importOf(given))?.contactsAskedAt).toBeInstanceOf(Date);
  const long = new Date(Date.now() - 3_600_000);
  // A new fencing token: the outcome of the request, which may come only now, is not stored.
  await change(given, { contactsAskedAt: long, dueAt: new Date(0), attempts: { increment: 1 } });
  await expect.poll(() => statesOf(given)).toEqual(['requested', 'requested']);
  expect(await askedOf(given)).toEqual(['smb_app_state_sync', 'history']);
});

test('a disconnected number keeps nothing of the import, and is asked again when it is connected again', async () => {
  const tenant = await service.makeTenant();
  const given = await makeAppNumber();
  await service.connect(tenant, given);
  await expect.poll(() => statesOf(given)).toEqual(['requested', 'requested']);
  const before = await importOf(given);
  await service.operate(removeTenantChannel, { slug: tenant.slug, channel: 'wa', id: given.phoneNumberId });
  expect(await importOf(given)).toBeNull();
  await service.connect(tenant, given);
  await expect.poll(() => statesOf(given)).toEqual(['requested', 'requested']);
  expect(Number((await importOf(given))?.fromId)).toBeGreaterThan(Number(before?.toId));
});
