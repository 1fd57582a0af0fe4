import { pollUntil } from '@parley/testing/poll-until';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type OpenChannelConnect, openChannelConnect } from '../../test/open-channel-connect.ts';

// Tokens of Instagram accounts with their own login (docs/reference/ig.md#instagram-login), against the sandbox.
const DAY_MS = 24 * 3_600_000;
let service: OpenChannelConnect;
beforeAll(async () => {
  service = await openChannelConnect();
});
afterAll(() => service[Symbol.asyncDispose]());
afterEach(() => service.setNow(null));

let nextId = 17_841_400_000_500;

/** A connected account whose token was issued `ageDays` ago. */
async function connect({ ageDays }: { ageDays: number }) {
  const tenant = await service.makeTenant();
  const account = await service.driver.graph.putLogin({ user_id: String(nextId++) });
  const { user_id: externalId, app_scoped_id: appScopedId } = account;
  const { accessToken, expiresInSeconds } = await authorize(appScopedId);
  await service.driver.graph.ageLogin(externalId, { by_ms: ageDays * DAY_MS });
  const issuedAt = Date.now() - ageDays * DAY_MS;
  const expiresAt = new Date(issuedAt + expiresInSeconds * 1000);
  const { prisma } = service.database.db;
  const row = await prisma.channelAccount.create({
    data: {
      tenantId: tenant.id,
      channel: 'ig',
      externalId,
      name: externalId,
      credentials: service.sealCredentials({
        access_token: accessToken,
        app_scoped_id: appScopedId,
        expires_at: expiresAt.toISOString(),
        comments: 'yes',
      }),
    },
  });
  const dueAt = new Date(expiresAt.getTime() - 10 * DAY_MS);
  const data = { channelAccountId: row.id, tenantId: tenant.id, dueAt, refreshedAt: new Date(issuedAt) };
  return { tenant, externalId, accessToken, start: () => prisma.channelToken.create({ data }), id: row.id };
}

/** A long token of the account, as an authorization gives it. */
async function authorize(account: string) {
  const { environment, instagram } = service.otherProcess;
  const redirectUri = 'https://parley.example/connect/callback/instagram';
  const scopes = ['instagram_business_basic', 'instagram_business_manage_messages'];
  const query = new URLSearchParams({
    client_id: environment.PARLEY_INSTAGRAM_APP_ID ?? '',
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: scopes.join(','),
  });
  const chosen = {
    action: 'continue',
    account,
    ...Object.fromEntries(scopes.map((one) => [`permission_${one}`, 'on'])),
  };
  const answer = await fetch(`${environment.PARLEY_INSTAGRAM_DIALOG_URL}/oauth/authorize?${query}`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(chosen),
  });
  const code = new URL(answer.headers.get('location') ?? '').searchParams.get('code') ?? '';
  const short = await instagram.exchangeCode({ code, redirectUri });
  if (!short.ok) throw new Error(short.failure.provider.message);
  const long = await instagram.exchangeForLongLived(short.value.accessToken);
  if (!long.ok) throw new Error(long.failure.provider.message);
  return long.value;
}

const tokenRow = (id: number) =>
  service.database.db.prisma.channelToken.findUnique({ where: { channelAccountId: id } });
const rowOf = (id: number) => service.database.db.prisma.channelAccount.findUniqueOrThrow({ where: { id } });
const credentialsOf = async (id: number) => service.openCredentials((await rowOf(id)).credentials);
const until = <T>(what: string, read: () => Promise<T | null>) => pollUntil(read, { what: () => what });

test('a token of 51 days is renewed before it ends, and the account stays as it is', async () => {
  const { id, accessToken, start, tenant } = await connect({ ageDays: 51 });
  await start();
  const renewed = await until('the renewal', async () => {
    const row = await tokenRow(id);
    return row && row.refreshedAt.getTime() > Date.now() - DAY_MS ? row : null;
  });
  const credentials = await credentialsOf(id);
  expect(credentials.access_token).not.toBe(accessToken);
  expect(Math.round((renewed.dueAt.getTime() - Date.now()) / DAY_MS)).toBe(50);
  expect(renewed.attempts).toBe(0);
  expect(await service.eventsOf(tenant)).toEqual([]);
});

test('a renewal that Instagram does not answer only warns, and is due again within a day; the token keeps working', async () => {
  const { id, accessToken, start, tenant } = await connect({ ageDays: 55 });
  const match = { path: '/refresh_access_token' };
  await service.driver.failNext({ provider: 'ig', match, mode: 'html502' });
  await start();
  const failed = await until('the failed renewal', async () => {
    const row = await tokenRow(id);
    return row && row.attempts > 0 && row.claimId === null ? row : null;
  });
  expect(failed.dueAt.getTime()).toBeGreaterThan(Date.now());
  expect(failed.dueAt.getTime()).toBeLessThanOrEqual(Date.now() + DAY_MS);
  expect((await credentialsOf(id)).access_token).toBe(accessToken);
  expect((await rowOf(id)).status).toBe('connected');
  expect(await service.eventsOf(tenant)).toEqual([]);
});

test.each([
  ['Instagram refuses', 55, true],
  ['that has ended', 61, false],
])('a token %s disconnects its account as token_revoked, once', async (_, ageDays, isRevoked) => {
  const { id, start, tenant, externalId } = await connect({ ageDays });
  if (isRevoked) await service.driver.graph.revokeLogin(externalId);
  await start();
  await until('the disconnection', async () => ((await rowOf(id)).status === 'disconnected' ? true : null));
  expect((await service.eventsOf(tenant)).map(({ type, data }) => [type, data.id, data.reason])).toEqual([
    ['channel.disconnected', externalId, 'token_revoked'],
  ]);
  expect(await tokenRow(id)).toBeNull();
  expect(await credentialsOf(id)).toEqual({});
});
