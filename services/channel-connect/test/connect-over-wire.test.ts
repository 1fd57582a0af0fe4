import { disconnectChannel } from '@parley/common/contracts/channels/disconnect-channel';
import { refreshChannelToken } from '@parley/common/contracts/internal/channel-health';
import type { TestTenant } from '@parley/testing/factories/test-tenant';
import { pollUntil } from '@parley/testing/poll-until';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type OpenChannelConnect, openChannelConnect } from './open-channel-connect.ts';
import { walkOverWire } from './walk-over-wire.ts';

let service: OpenChannelConnect;
beforeAll(async () => {
  service = await openChannelConnect();
});
afterAll(() => service[Symbol.asyncDispose]());
afterEach(() => service.setNow(null));

const credentialsOf = async (tenant: TestTenant, channel: string) => {
  const row = await service.database.db.prisma.channelAccount.findFirst({ where: { tenantId: tenant.id, channel } });
  return service.openCredentials(row?.credentials);
};
const eventsOf = async (tenant: TestTenant) =>
  (await service.eventsOf(tenant)).map(({ type, data }) => [type, data.channel, data.id, data.reason]);
const until = (what: string, isTrue: () => boolean | Promise<boolean>) =>
  pollUntil(async () => ((await isTrue()) ? true : null), { what: () => what });

const walk = (tenant: TestTenant, channel: 'fb' | 'ig' | 'tt', action?: 'continue' | 'cancel') =>
  walkOverWire(service, tenant, channel, action);

describe('TikTok over HTTP', () => {
  test('connects, renews its token and disconnects', async () => {
    const tenant = await service.makeTenant();
    expect(await walk(tenant, 'tt', 'cancel')).toEqual({ service_status: 'cancelled' });
    const reported = await walk(tenant, 'tt');
    expect(reported).toMatchObject({ service_status: 'success', channel: 'tt', connected: '1' });
    const openId = reported.ids ?? '';
    const first = await credentialsOf(tenant, 'tt');
    service.setNow(new Date(Date.now() + 60_000));
    const asked = { tenantId: tenant.id, channel: 'tt' as const, externalId: openId };
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

  test('whose person revoked the authorization is disconnected by the next renewal', async () => {
    const tenant = await service.makeTenant();
    const { ids: openId = '' } = await walk(tenant, 'tt');
    await service.driver.tiktok.removeAuthorization(openId);
    service.setNow(new Date(Date.now() + 60_000));
    const asked = { tenantId: tenant.id, channel: 'tt' as const, externalId: openId };
    expect(await service.operate(refreshChannelToken, asked)).toEqual({ refreshed: false });
    expect((await eventsOf(tenant)).at(-1)).toEqual(['channel.disconnected', 'tt', openId, 'token_revoked']);
  });
});

describe('Facebook and Instagram over HTTP', () => {
  const PAGE_ID = '1908000000001';
  const IG_ID = '17841400000000000';
  const isSubscribed = async (): Promise<boolean> =>
    (await service.driver.graph.putPage({ id: PAGE_ID })).subscribed_fields !== null;

  test('one authorization connects both, and disconnecting the page disconnects both', async () => {
    const tenant = await service.makeTenant();
    expect(await walk(tenant, 'fb', 'cancel')).toEqual({ service_status: 'cancelled' });
    expect(await walk(tenant, 'ig')).toEqual({
      service_status: 'success',
      channel: 'ig',
      connected: '2',
      ids: `${PAGE_ID},${IG_ID}`,
    });
    expect(await isSubscribed()).toBe(true);
    expect(await credentialsOf(tenant, 'ig')).toMatchObject({ page_id: PAGE_ID });
    const { output } = await service.act(tenant, disconnectChannel, { channel: 'fb', id: PAGE_ID });
    expect(output.alsoDisconnected).toEqual([{ channel: 'ig', id: IG_ID }]);
    await until('the unsubscription', async () => !(await isSubscribed()));
    expect(await eventsOf(tenant)).toEqual([
      ['channel.connected', 'fb', PAGE_ID, undefined],
      ['channel.connected', 'ig', IG_ID, undefined],
      ['channel.disconnected', 'fb', PAGE_ID, 'api'],
      ['channel.disconnected', 'ig', IG_ID, 'linked_channel_removed'],
    ]);
  });

  test('a subscription that Facebook refuses connects nothing, and is reported as provider_error', async () => {
    const tenant = await service.makeTenant();
    const match = { path: '/subscribed_apps' };
    await service.driver.failNext({ provider: 'fb', match, mode: 'error', code: 200, description: 'No.' });
    expect(await walk(tenant, 'fb')).toEqual({ service_status: 'error', error: 'provider_error' });
    expect(await eventsOf(tenant)).toEqual([]);
    const { query } = service.database.db;
    await until('the undoing', async () => (await query({ text: 'SELECT 1 FROM removal_jobs' })).rowCount === 0);
    expect(await walk(tenant, 'fb')).toMatchObject({ service_status: 'success' });
  });
});
