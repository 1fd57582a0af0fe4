import { connectLink } from '@parley/common/contracts/channels/connect-link';
import { disconnectChannel } from '@parley/common/contracts/channels/disconnect-channel';
import { refreshChannelToken } from '@parley/common/contracts/internal/channel-health';
import { finishConnectLink, openConnectLink } from '@parley/common/contracts/internal/connect-link';
import { pollUntil } from '@parley/testing/poll-until';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type OpenChannelConnect, openChannelConnect, type TestTenant } from './open-channel-connect.ts';

let service: OpenChannelConnect;
beforeAll(async () => {
  service = await openChannelConnect();
});
afterAll(() => service[Symbol.asyncDispose]());
afterEach(() => service.setNow(null));

const credentialsOf = async (tenant: TestTenant, channel: string) => {
  const row = await service.database.db.prisma.channelAccount.findFirst({ where: { tenantId: tenant.id, channel } });
  return JSON.parse(service.cipher.decrypt(row?.credentials ?? '', 'channel_accounts.credentials'));
};
const eventsOf = async (tenant: TestTenant) =>
  (await service.eventsOf(tenant)).map(({ type, data }) => [type, data.channel, data.id, data.reason]);
const until = (what: string, isTrue: () => boolean | Promise<boolean>) =>
  pollUntil(async () => ((await isTrue()) ? true : null), { deadlineMs: 15_000, what: () => what });

/** What an end customer's browser does: opens the link, answers the dialog, is sent back. */
async function walk(tenant: TestTenant, channel: 'fb' | 'ig' | 'tt', action: 'continue' | 'cancel' = 'continue') {
  const redirect_url = 'https://127.0.0.1:9/done';
  const { output } = await service.act(tenant, connectLink, { channel, redirect_url });
  const opened = await service.operate(openConnectLink, { token: output.connect_url.split('/').at(-1) ?? '' });
  if (!('location' in opened)) throw new Error(opened.page.title);
  const answer = await fetch(opened.location, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ action }),
  });
  const back = new URL(answer.headers.get('location') ?? '');
  const provider = back.pathname.endsWith('/tiktok') ? 'tiktok' : 'meta';
  const given = (name: string) => back.searchParams.get(name);
  const finished = await service.operate(finishConnectLink, {
    provider,
    state: given('state') ?? '',
    code: given('code'),
    error: given('error'),
    error_reason: given('error_reason'),
  });
  if (!('location' in finished)) throw new Error(finished.page.title);
  return Object.fromEntries(new URL(finished.location).searchParams);
}

describe('TikTok on its wire', () => {
  test('connects, renews its token, and is told of the end', async () => {
    const tenant = await service.makeTenant();
    expect(await walk(tenant, 'tt', 'cancel')).toEqual({ service_status: 'cancelled' });
    const told = await walk(tenant, 'tt');
    expect(told).toMatchObject({ service_status: 'success', channel: 'tt', connected: '1' });
    const openId = told.ids ?? '';
    const first = await credentialsOf(tenant, 'tt');
    service.setNow(new Date(Date.now() + 60_000));
    const asked = { tenant_id: tenant.id, channel: 'tt' as const, external_id: openId };
    expect(await service.operate(refreshChannelToken, asked)).toEqual({ refreshed: true });
    const second = await credentialsOf(tenant, 'tt');
    expect(second.access_token).not.toBe(first.access_token);
    service.setNow(null);
    await service.act(tenant, disconnectChannel, { channel: 'tt', id: openId });
    const { query } = service.database.db;
    await until('the removal', async () => (await query({ text: 'SELECT 1 FROM removal_jobs' })).rowCount === 0);
    expect(await eventsOf(tenant)).toEqual([
      ['channel.connected', 'tt', openId, undefined],
      ['channel.disconnected', 'tt', openId, 'api'],
    ]);
  });

  test('whose person took the authorization away is disconnected by the next renewal', async () => {
    const tenant = await service.makeTenant();
    const { ids: openId = '' } = await walk(tenant, 'tt');
    await service.control(`/accounts/tt/${encodeURIComponent(openId)}/remove-authorization`, {});
    service.setNow(new Date(Date.now() + 60_000));
    const asked = { tenant_id: tenant.id, channel: 'tt' as const, external_id: openId };
    expect(await service.operate(refreshChannelToken, asked)).toEqual({ refreshed: false });
    expect((await eventsOf(tenant)).at(-1)).toEqual(['channel.disconnected', 'tt', openId, 'token_revoked']);
  });
});
