import { createHmac } from 'node:crypto';
import { receiveOwnerRemoval, showOwnerRemoval } from '@parley/common/contracts/internal/owner-removal';
import { SANDBOX_SEED } from '@parley/sandbox/seed';
import type { TestTenant } from '@parley/testing/factories/test-tenant';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenChannelConnect, openChannelConnect } from '../../test/open-channel-connect.ts';

// docs/reference/ig.md#removal-by-the-owner
let service: OpenChannelConnect;
beforeAll(async () => {
  service = await openChannelConnect();
});
afterAll(() => service[Symbol.asyncDispose]());

const META = 'secret';
const INSTAGRAM = SANDBOX_SEED.instagramApp.secret;

function sign(userId: string, secret: string, ageMs = 0): string {
  const payload = { algorithm: 'HMAC-SHA256', issued_at: Math.floor((Date.now() - ageMs) / 1000), user_id: userId };
  const encoded = Buffer.from(JSON.stringify(payload)).toString('base64url');
  return `${createHmac('sha256', secret).update(encoded).digest('base64url')}.${encoded}`;
}
const remove = (signedRequest: string) => service.operate(receiveOwnerRemoval, { signedRequest });
const shown = async (code: string) => (await service.operate(showOwnerRemoval, { code })).removal?.disconnected;

let nextId = 17_841_400_000_900;
/** A connected account of a tenant; its login is `authorizedBy`. */
async function addAccount(
  tenant: TestTenant,
  given: { channel: 'fb' | 'ig'; authorizedBy: string; linkedAccountId?: number; authorizedAt?: Date },
) {
  const externalId = String(nextId++);
  const credentials = service.sealCredentials(
    given.channel === 'ig' && given.linkedAccountId === undefined
      ? { access_token: 'IGAA', app_scoped_id: 'scoped', expires_at: new Date().toISOString(), comments: 'yes' }
      : { access_token: 'EAAG', page_id: '1' },
  );
  const connectedAt = new Date(Date.now() - 60_000);
  const data = { tenantId: tenant.id, externalId, name: externalId, credentials, connectedAt, ...given };
  return service.database.db.prisma.channelAccount.create({ data });
}
const statesOf = async (ids: readonly number[]) => {
  const rows = await service.database.db.prisma.channelAccount.findMany({
    where: { id: { in: [...ids] } },
    orderBy: { id: 'asc' },
  });
  return rows.map(({ status, disconnectReason }) => disconnectReason ?? status);
};

test.each([
  ['the id in the app', 'app', INSTAGRAM],
  ['the id in the app', 'app', META],
  ['the id of the professional account', 'account', INSTAGRAM],
] as const)(
  'an Instagram owner who removes the app, named by %s (%s), loses the account and its token',
  async (_, names, secret) => {
    const [tenant, scoped] = [await service.makeTenant(), `2552${nextId}`];
    const account = await addAccount(tenant, { channel: 'ig', authorizedBy: `instagram:${scoped}` });
    const other = await addAccount(tenant, { channel: 'ig', authorizedBy: `instagram:${scoped}0` });
    const { disconnected, confirmationCode } = await remove(
      sign(names === 'app' ? scoped : account.externalId, secret),
    );
    expect(disconnected).toBe(1);
    expect(await statesOf([account.id, other.id])).toEqual(['token_revoked', 'connected']);
    const [row] = await service.accountsAt('ig', account.externalId);
    expect([service.openCredentials(row?.credentials), row?.authorizedBy]).toEqual([{}, null]);
    expect((await service.eventsOf(tenant)).map(({ type, data }) => [type, data.reason])).toEqual([
      ['channel.disconnected', 'token_revoked'],
    ]);
    expect(await shown(confirmationCode)).toBe(1);
  },
);

test('a Facebook person who removes the app loses every page and its Instagram account, in each tenant', async () => {
  const tenants = [await service.makeTenant(), await service.makeTenant()];
  const person = String(nextId++);
  const ids: number[] = [];
  for (const tenant of tenants) {
    const page = await addAccount(tenant, { channel: 'fb', authorizedBy: `meta:${person}` });
    const linked = { channel: 'ig', authorizedBy: `meta:${person}`, linkedAccountId: page.id } as const;
    ids.push(page.id, (await addAccount(tenant, linked)).id);
  }
  expect((await remove(sign(person, META))).disconnected).toBe(4);
  expect(await statesOf(ids)).toEqual(Array.from({ length: 4 }, () => 'token_revoked'));
});

test('a repeat changes nothing, and its page says so; an account that was authorized again since then stays', async () => {
  const [tenant, person] = [await service.makeTenant(), String(nextId++)];
  await addAccount(tenant, { channel: 'fb', authorizedBy: `meta:${person}` });
  const request = sign(person, META);
  const first = await remove(request);
  const second = await remove(request);
  expect([await shown(first.confirmationCode), await shown(second.confirmationCode)]).toEqual([1, 0]);
  const authorizedAt = new Date(Date.now() + 5000);
  const again = await addAccount(tenant, { channel: 'fb', authorizedBy: `meta:${person}`, authorizedAt });
  expect((await remove(request)).disconnected).toBe(0);
  expect(await statesOf([again.id])).toEqual(['connected']);
});

test('a forged, an old and a broken request are refused and change nothing', async () => {
  const [tenant, person] = [await service.makeTenant(), String(nextId++)];
  const account = await addAccount(tenant, { channel: 'fb', authorizedBy: `meta:${person}` });
  for (const request of [sign(person, 'forged'), sign(person, ''), sign(person, META, 11 * 60_000), 'a.b', ''])
    await expect(remove(request)).rejects.toMatchObject({ code: 'invalid_signature' });
  expect(await statesOf([account.id])).toEqual(['connected']);
  expect(await shown('0'.repeat(48))).toBeUndefined();
});
