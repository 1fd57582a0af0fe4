import { beginConnectVisit, openConnectLink } from '@parley/common/contracts/internal/connect-link';
import { offersOfficialWay, openOfficialWay } from '@parley/common/contracts/internal/official-way';
import type { TestTenant } from '@parley/testing/factories/test-tenant';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PUBLIC_URL } from '../../test/open-channel-connect.ts';
import { BROWSER, connected, openSignupFlow, type SignupFlow } from '../../test/signup-flow.ts';

// The way through Meta of a phone that is asked for a passkey (docs/reference/sessions.md#hosted-page).
let service: SignupFlow;
beforeAll(async () => {
  service = await openSignupFlow();
});
afterAll(() => service[Symbol.asyncDispose]());

const PAGE = `1-2-${'a'.repeat(43)}`;
const keyOf = ({ id, caller }: TestTenant) => ({ tenantId: id, instanceId: caller.instanceId });
const isOffered = async (key: ReturnType<typeof keyOf>) => (await service.operate(offersOfficialWay, key)).isOffered;

test('leads from the page to a link for wa, and back to the page with the result', async () => {
  const tenant = await service.makeTenant();
  expect(await isOffered(keyOf(tenant))).toBe(true);
  const { connectUrl } = await service.operate(openOfficialWay, { ...keyOf(tenant), pageToken: PAGE });
  expect(connectUrl).toMatch(/^https:\/\/parley\.example\/connect\/[\w-]{43}$/);
  const token = connectUrl.split('/').at(-1) ?? '';
  expect(await service.operate(openConnectLink, { token })).toEqual({
    ask: { channel: 'wa', tenantName: tenant.slug, returnHost: 'parley.example' },
  });

  const made = await service.makeNumber({ registered: true });
  const begun = await service.operate(beginConnectVisit, { token, browserSecret: BROWSER });
  if (!('signup' in begun)) throw new Error(JSON.stringify(begun));
  const step = await service.answer(begun.signup.state, await service.code([made]));
  expect(step).toEqual({ location: `${PUBLIC_URL}/pair/${PAGE}?${new URLSearchParams(connected(made))}` });
  expect(await service.rowOf(made)).toMatchObject({ tenantId: tenant.id, status: 'connected' });
});

test.each<[string, string]>([
  ['without the channel', "channels = '{wd}'"],
  ['that is disabled', 'enabled = false'],
  ['that is revoked', 'revoked_at = now()'],
])('is not offered with a key %s', async (_, change) => {
  const tenant = await service.makeTenant();
  await service.database.db.query({ text: `UPDATE api_keys SET ${change} WHERE tenant_id = $1`, values: [tenant.id] });
  expect(await isOffered(keyOf(tenant))).toBe(false);
  await expect(service.operate(openOfficialWay, { ...keyOf(tenant), pageToken: PAGE })).rejects.toMatchObject({
    code: 'channel_not_allowed',
  });
});

test('is not offered to an inactive tenant, or with the key of another one', async () => {
  const [tenant, other] = [await service.makeTenant(), await service.makeTenant()];
  expect(await isOffered({ ...keyOf(tenant), instanceId: other.caller.instanceId })).toBe(false);
  await service.database.db.prisma.tenant.update({ where: { id: tenant.id }, data: { status: 'inactive' } });
  expect(await isOffered(keyOf(tenant))).toBe(false);
});
