import { channels } from '@parley/common/contracts/channels/channels';
import { disconnectChannel } from '@parley/common/contracts/channels/disconnect-channel';
import { refreshChannelToken, reportBrokenChannel } from '@parley/common/contracts/internal/channel-health';
import type { TestTenant } from '@parley/testing/factories/test-tenant';
import { pollUntil } from '@parley/testing/poll-until';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type ConnectFlow, openConnectFlow } from '../../test/connect-flow.ts';
import { refusal, silence } from '../../test/stand-in-providers.ts';

let flow: ConnectFlow;
beforeAll(async () => {
  flow = await openConnectFlow();
});
afterAll(() => flow[Symbol.asyncDispose]());
afterEach(() => flow.setNow(null));

const tokenOf = async (tenant: TestTenant) =>
  flow.openCredentials((await flow.rowsOf(tenant))[0]?.credentials).access_token;
const refresh = (tenant: TestTenant, external_id: string) =>
  flow.operate(refreshChannelToken, { tenantId: tenant.id, channel: 'tt', externalId: external_id });
const until = (what: string, isTrue: () => boolean | Promise<boolean>) =>
  pollUntil(async () => ((await isTrue()) ? true : null), { what: () => what });
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000);

async function connectAccount(changes = {}) {
  const tenant = await flow.makeTenant();
  const { code, account } = flow.tiktok.authorize(changes);
  const reported = await flow.connect(tenant, 'tt', code);
  return { tenant, account, reported };
}

describe('authorizing TikTok', () => {
  test('connects the account with its tokens and fires channel.connected', async () => {
    const { tenant, account, reported } = await connectAccount();
    expect(reported).toEqual({ service_status: 'success', channel: 'tt', connected: '1', ids: account.openId });
    const [row] = await flow.rowsOf(tenant);
    expect([row?.externalId, row?.name, row?.status]).toEqual([account.openId, 'The Shop', 'connected']);
    expect(flow.openCredentials(row?.credentials)).toEqual({
      access_token: account.accessToken,
      refresh_token: account.refreshToken,
      expires_at: expect.stringMatching(/Z$/),
      refresh_expires_at: expect.stringMatching(/Z$/),
    });
    expect((await flow.eventsOf(tenant)).map(({ type, data }) => [type, data.channel, data.id])).toEqual([
      ['channel.connected', 'tt', account.openId],
    ]);
  });

  test('without the permission for messages, or cancelled, reports why and connects nothing', async () => {
    expect((await connectAccount({ scopes: ['user.info.basic'] })).reported).toMatchObject({
      error: 'missing_permissions',
    });
    flow.tiktok.faults.plan('getBusiness', refusal('tiktok', 40001));
    expect((await connectAccount()).reported).toMatchObject({ error: 'provider_error' });
    flow.tiktok.faults.plan('exchangeCode', silence('tiktok'));
    const { tenant, reported } = await connectAccount();
    expect(reported).toMatchObject({ error: 'provider_timeout' });
    expect(await flow.rowsOf(tenant)).toEqual([]);
  });

  test('of another tenant’s account is already_connected', async () => {
    const { account } = await connectAccount();
    const { reported } = await connectAccount({ openId: account.openId });
    expect(reported).toEqual({ service_status: 'error', error: 'already_connected' });
  });

  test('is revoked at TikTok by a disconnect', async () => {
    const { tenant, account } = await connectAccount();
    const token = account.accessToken;
    flow.tiktok.faults.plan('revokeToken', refusal('tiktok', 50000));
    await flow.act(tenant, disconnectChannel, { channel: 'tt', id: account.openId });
    await until('the revocation', () => flow.tiktok.revoked.includes(token));
    expect((await flow.eventsOf(tenant)).at(-1)).toMatchObject({ data: { channel: 'tt', reason: 'api' } });
    expect(await refresh(tenant, account.openId)).toEqual({ refreshed: false });
  });
});

describe('the token of a TikTok account', () => {
  test('is renewed before it expires, and the new refresh token is stored', async () => {
    const { tenant, account } = await connectAccount();
    const before = await tokenOf(tenant);
    flow.setNow(inMinutes(22 * 60 + 5));
    await until('a new token', async () => (await tokenOf(tenant)) !== before);
    const [row] = await flow.rowsOf(tenant);
    expect(flow.openCredentials(row?.credentials)).toMatchObject({
      access_token: account.accessToken,
      refresh_token: account.refreshToken,
    });
    expect(await flow.eventsOf(tenant)).toHaveLength(1);
  });

  test('is renewed once for many concurrent requests', async () => {
    const { tenant, account } = await connectAccount();
    const before = await tokenOf(tenant);
    flow.setNow(inMinutes(10));
    const refreshes = flow.tiktok.refreshes();
    const reported = await Promise.all(Array.from({ length: 6 }, () => refresh(tenant, account.openId)));
    expect(reported).toEqual(Array(6).fill({ refreshed: true }));
    expect(flow.tiktok.refreshes() - refreshes).toBe(1);
    expect(await tokenOf(tenant)).not.toBe(before);
  });

  test('that TikTok refuses permanently disconnects the account with token_revoked, once', async () => {
    const { tenant, account } = await connectAccount();
    flow.tiktok.forget(account);
    flow.setNow(inMinutes(10));
    const reported = await Promise.all([1, 2, 3].map(() => refresh(tenant, account.openId)));
    expect(reported).toEqual(Array(3).fill({ refreshed: false }));
    expect((await flow.eventsOf(tenant)).slice(1).map(({ type, data }) => [type, data.id, data.reason])).toEqual([
      ['channel.disconnected', account.openId, 'token_revoked'],
    ]);
    expect((await flow.act(tenant, channels, {})).output.counts).toMatchObject({ tt: 0 });
    expect(await flow.jobs()).toEqual([]);
  });

  test.each([
    ['refused for now', () => refusal('tiktok', 50000), 'tiktok_error'],
    ['left unanswered', () => silence('tiktok'), 'provider_timeout'],
  ])('whose renewal is %s stays connected and is retried', async (_what, fault, code) => {
    const { tenant, account } = await connectAccount();
    flow.setNow(inMinutes(10));
    flow.tiktok.faults.plan('refreshToken', fault());
    await expect(refresh(tenant, account.openId)).rejects.toMatchObject({ code });
    expect(await refresh(tenant, account.openId)).toEqual({ refreshed: true });
    expect(await flow.eventsOf(tenant)).toHaveLength(1);
  });

  test('that the person has renewed survives a refusal of the old one', async () => {
    const { tenant, account } = await connectAccount();
    flow.setNow(inMinutes(10));
    flow.tiktok.faults.plan('refreshToken', async () => {
      const { code } = flow.tiktok.authorize({ openId: account.openId });
      await flow.connect(tenant, 'tt', code);
      return refusal('tiktok', 40105, true);
    });
    expect(await refresh(tenant, account.openId)).toEqual({ refreshed: true });
    expect((await flow.rowsOf(tenant))[0]?.status).toBe('connected');
    expect(await flow.eventsOf(tenant)).toHaveLength(1);
  });

  describe('whose renewal succeeded at TikTok with a lost answer', () => {
    const hoursLater = (hours: number) => flow.setNow(inMinutes(hours * 60));
    const refused = (tenant: TestTenant, external_id: string, at: Date, taken_back = false) =>
      flow.operate(reportBrokenChannel, {
        tenantId: tenant.id,
        channel: 'tt',
        externalId: external_id,
        observedAt: at.toISOString(),
        takenBack: taken_back,
      });
    /** TikTok renews, and the answer is lost; with `isGraceful` it still accepts the previous refresh token. */
    async function loseRenewal(isGraceful: boolean) {
      const { tenant, account } = await connectAccount();
      hoursLater(2);
      const before = account.refreshToken;
      flow.tiktok.faults.plan('refreshToken', async () => {
        flow.tiktok.rotate(account, { keeping: isGraceful });
        return silence('tiktok');
      });
      await expect(refresh(tenant, account.openId)).rejects.toMatchObject({ code: 'provider_timeout' });
      expect(account.refreshToken).not.toBe(before);
      return { tenant, account };
    }

    test('stays connected when the previous access token is refused, because the refresh token is tried again', async () => {
      const { tenant, account } = await loseRenewal(true);
      expect(await refused(tenant, account.openId, inMinutes(121))).toEqual({ disconnected: false });
      expect(await tokenOf(tenant)).toBe(account.accessToken);
      expect(await flow.eventsOf(tenant)).toHaveLength(1);
    });

    test('is disconnected only by the refusal of its refresh token, once', async () => {
      const { tenant, account } = await loseRenewal(false);
      flow.tiktok.faults.plan('refreshToken', silence('tiktok'));
      // TikTok does not answer: the account stays connected.
      expect(await refused(tenant, account.openId, inMinutes(121))).toEqual({ disconnected: false });
      expect(await flow.eventsOf(tenant)).toHaveLength(1);
      expect(await refused(tenant, account.openId, inMinutes(122))).toEqual({ disconnected: true });
      expect(await refused(tenant, account.openId, inMinutes(122))).toEqual({ disconnected: false });
      expect((await flow.eventsOf(tenant)).slice(1).map(({ type, data }) => [type, data.reason])).toEqual([
        ['channel.disconnected', 'token_revoked'],
      ]);
    });

    test('is renewed by the next worker when the first died before it stored the new tokens', async () => {
      const { tenant, account } = await connectAccount();
      // The state after such a worker: TikTok has renewed, and the claim is still set.
      flow.tiktok.rotate(account, { keeping: true });
      await flow.database.db.query({
        text: `UPDATE channel_tokens SET claim_id = 'of-the-dead', claimed_until = $2 WHERE tenant_id = $1`,
        values: [tenant.id, inMinutes(22 * 60 + 2)],
      });
      flow.setNow(inMinutes(22 * 60 + 5));
      await until('a new token', async () => (await tokenOf(tenant)) === account.accessToken);
      expect(await flow.eventsOf(tenant)).toHaveLength(1);
    });

    test('a token refused right after its renewal, or revoked by its owner, is disconnected at once', async () => {
      const young = await connectAccount();
      const refreshes = flow.tiktok.refreshes();
      expect(await refused(young.tenant, young.account.openId, inMinutes(1))).toEqual({ disconnected: true });
      const old = await connectAccount();
      hoursLater(2);
      expect(await refused(old.tenant, old.account.openId, inMinutes(120), true)).toEqual({ disconnected: true });
      expect(flow.tiktok.refreshes()).toBe(refreshes);
    });

    test('a refusal of a token that was replaced after the call changes nothing', async () => {
      const { tenant, account } = await connectAccount();
      const madeAt = new Date();
      hoursLater(2);
      await refresh(tenant, account.openId);
      expect(await refused(tenant, account.openId, madeAt)).toEqual({ disconnected: false });
      expect((await flow.rowsOf(tenant))[0]?.status).toBe('connected');
    });
  });
});
