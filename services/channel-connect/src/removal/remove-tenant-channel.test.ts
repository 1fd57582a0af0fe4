import { toWireError } from '@parley/bus/carriers/wire-message';
import { removeDevice } from '@parley/common/contracts/internal/remove-device';
import { removeTenantChannel } from '@parley/common/contracts/operator/tenant-channels';
import { type InputOf, subjectOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import type { TestTenant } from '@parley/testing/factories/test-tenant';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ConnectFlow, META_CALLBACK, openConnectFlow } from '../../test/connect-flow.ts';
import { makePage } from '../../test/stand-in-providers.ts';

/** The linked phone of the shop. */
const PHONE = '12';
let flow: ConnectFlow;
let shop: TestTenant;
let other: TestTenant;
const removedPhones: InputOf<typeof removeDevice>[] = [];

beforeAll(async () => {
  flow = await openConnectFlow();
  [shop, other] = [await flow.makeTenant(), await flow.makeTenant()];
  // Stands in for services/pairing.
  flow.carrier.serve(subjectOf(removeDevice), 'pairing', async (payload) => {
    const input: InputOf<typeof removeDevice> = JSON.parse(payload).input;
    if (input.tenantId !== shop.id || input.externalId !== PHONE) return toWireError(new AppError('not_connected'));
    removedPhones.push(input);
    return JSON.stringify({ ok: true, output: { id: PHONE } });
  });
});
afterAll(() => flow[Symbol.asyncDispose]());

const remove = (tenant: TestTenant, channel: 'wd' | 'fb', id: string) =>
  flow.operate(removeTenantChannel, { slug: tenant.slug, channel, id });

test('a phone of another tenant, or an unknown one, is not_connected', async () => {
  const refused = { code: 'not_connected' };
  await expect(remove(other, 'wd', PHONE)).rejects.toMatchObject(refused);
  await expect(remove(shop, 'wd', '13')).rejects.toMatchObject(refused);
  expect(removedPhones).toEqual([]);
});

test('a linked phone is logged out by its service; any other channel is disconnected with its linked accounts', async () => {
  const page = makePage();
  await flow.connect(shop, 'fb', flow.pages.authorize([page], META_CALLBACK));
  expect(await remove(shop, 'wd', PHONE)).toEqual({
    channel: 'wd',
    id: PHONE,
    status: 'disconnected',
    alsoDisconnected: [],
  });
  expect(removedPhones).toEqual([{ tenantId: shop.id, externalId: PHONE, reason: 'dashboard' }]);
  expect((await flow.rowsOf(shop)).map(({ status }) => status)).toEqual(['connected', 'connected']);
  expect(await remove(shop, 'fb', page.id)).toEqual({
    channel: 'fb',
    id: page.id,
    status: 'disconnected',
    alsoDisconnected: [{ channel: 'ig', id: page.instagram?.id }],
  });
  expect((await flow.rowsOf(shop)).map(({ status }) => status)).toEqual(['disconnected', 'disconnected']);
  expect(removedPhones).toHaveLength(1);
});
