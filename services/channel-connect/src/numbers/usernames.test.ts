import { listChannelHealth } from '@parley/common/contracts/console/channel-health';
import { deleteUsername, getUsername, setUsername } from '@parley/common/contracts/console/usernames';
import type { Contract, InputOf, OutputOf } from '@parley/common/define-contract';
import type { TestTenant } from '@parley/testing/factories/test-tenant';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openWaNumbers, type WaNumbers } from '../../test/wa-numbers.ts';

let service: WaNumbers;
let tenant: TestTenant;
let shop: Awaited<ReturnType<WaNumbers['makeNumber']>>;
beforeAll(async () => {
  service = await openWaNumbers();
  tenant = await service.makeTenant();
  shop = await service.makeNumber();
  await service.connect(tenant, shop);
});
afterEach(() => service.driver.clearFaults());
afterAll(() => service[Symbol.asyncDispose]());

/** Calls like the console. */
const call = <C extends Contract>(contract: C, input: InputOf<C>, by = tenant): Promise<OutputOf<C>> =>
  service.bus.call(contract, input, {
    requestId: 'req_of_the_console',
    member: {
      sessionId: 'ses_of_the_console',
      roles: ['owner'],
      memberId: 'mem_of_the_console',
      tenantId: by.caller.tenantId,
      tenantSlug: by.slug,
    },
  });
const set = (username: string, more: { move?: boolean; id?: string } = {}) =>
  call(setUsername, { id: shop.phoneNumberId, move: false, username, ...more });
const shown = () => call(getUsername, { id: shop.phoneNumberId });

test('a username is reserved, changed and deleted at Meta, and the list of channels shows it at once', async () => {
  const none = { username: null, status: null };
  // Asked once, and kept for some minutes.
  const listed = async () => (await call(listChannelHealth, { limit: 50 })).items[0]?.username;
  expect(await listed()).toBeNull();
  expect(await shown()).toMatchObject(none);
  expect((await shown()).suggestions[0]).toMatch(/^business\d+$/);
  const { phoneNumberId: id } = shop;
  expect(await set('lucky_shrub')).toEqual({ id, username: 'lucky_shrub', status: 'approved' });
  expect(await shown()).toMatchObject({ username: 'lucky_shrub', status: 'approved' });
  expect(await set('lucky.shrub')).toMatchObject({ username: 'lucky.shrub' });
  expect(await listed()).toMatchObject({ name: 'lucky.shrub' });
  expect(await call(deleteUsername, { id })).toEqual({ ok: true });
  expect(await shown()).toMatchObject(none);
  expect(await listed()).toBeNull();
});

describe('a username that Meta refuses names the reason', () => {
  test.each(['support', 'whatsapp_shop'])('%s is reserved or not allowed', async (name) => {
    await expect(set(name)).rejects.toMatchObject({
      code: 'username_refused',
      extras: { provider: { name: 'graph', code: expect.any(Number) } },
    });
  });

  test('one of another business is refused, one of another number of the same business can be moved', async () => {
    const [stranger, sister] = [await service.makeNumber(), await service.makeNumber()];
    const { whatsapp } = service.driver.graph;
    const put = (given: typeof stranger, name: string, waba_id = given.wabaId) =>
      whatsapp.putAccount({
        waba_id,
        phone_number_id: given.phoneNumberId,
        username: { name, status: 'approved' },
      });
    await put(stranger, 'taken_name');
    await expect(set('taken_name')).rejects.toMatchObject({ code: 'username_refused' });
    await whatsapp.putAccount({ waba_id: shop.wabaId, phone_number_id: `${sister.phoneNumberId}9` });
    await put({ ...sister, phoneNumberId: `${sister.phoneNumberId}9` }, 'our_name', shop.wabaId);
    await expect(set('our_name')).rejects.toMatchObject({ code: 'username_on_other_number' });
    expect(await set('our_name', { move: true })).toMatchObject({ username: 'our_name' });
  });

  test('other refusals and missing answers keep their codes', async () => {
    const { whatsapp } = service.driver.graph;
    await whatsapp.failNext({ mode: 'error', code: 133010, times: 1 });
    await expect(set('any_name')).rejects.toMatchObject({
      code: 'graph_error',
      extras: { provider: { code: 133010 } },
    });
    await whatsapp.failNext({ mode: 'hang', times: 1 });
    await expect(set('any_name')).rejects.toMatchObject({ code: 'provider_timeout' });
  });
});

test.each(['ab', 'Shop', 'shöp', '123', '.shop', 'shop.', 'sh..op', 'www.shop', 'a'.repeat(36)])(
  'the name %s is refused before it reaches Meta',
  async (username) => {
    await expect(set(username)).rejects.toMatchObject({ code: 'invalid_username' });
  },
);

test('a number of another workspace, and one that is not connected, are not_connected', async () => {
  const other = await service.makeTenant();
  const { phoneNumberId: id } = shop;
  const unknown = { code: 'not_connected' };
  await expect(call(getUsername, { id }, other)).rejects.toMatchObject(unknown);
  await expect(call(deleteUsername, { id }, other)).rejects.toMatchObject(unknown);
  await expect(call(setUsername, { id, username: 'ours', move: false }, other)).rejects.toMatchObject(unknown);
  await expect(set('ours', { id: '106999' })).rejects.toMatchObject(unknown);
});
