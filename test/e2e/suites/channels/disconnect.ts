import { pollUntil } from '@parley/testing/poll-until';
import { describe, expect, test } from 'vitest';
import { authorizePages, connectPage, connectTiktok } from '../../../support/channels/connect-channels.ts';
import type { System } from '../../../support/system/system.ts';
import { makeTenant, uniqueDigits } from '../../../support/tenants/client.ts';
import { webhookOf, webhooksOf } from '../../../support/webhooks/expectations.ts';
import type { GetSystem } from '../get-system.ts';

const META = { channels: ['wd', 'fb', 'ig', 'tt'], connectWa: false };

async function subscribedFields(system: System, id: string): Promise<string[] | null> {
  return (await system.sandbox.graph.putPage({ id })).subscribed_fields;
}

const unsubscribed = (system: System, id: string) =>
  pollUntil(async () => ((await subscribedFields(system, id)) === null ? true : null), {
    what: () => `page ${id} to be unsubscribed`,
  });

/** Disconnecting (docs/reference/channels.md#disconnecting). */
export function disconnectSuite(getSystem: GetSystem): void {
  describe('disconnecting', () => {
    test('fb is a full teardown: unsubscribed at Facebook, ig is disconnected too and listed in the answer, with one event each', async () => {
      const system = getSystem();
      const tenant = await makeTenant(system, META);
      const page = await connectPage(system, tenant);
      const ig = page.instagram.id;
      expect(await tenant.post('disconnect-channel', { channel: 'fb', id: page.id })).toMatchObject({
        status: 200,
        body: { ok: true, channel: 'fb', status: 'disconnected', also_disconnected: [{ channel: 'ig', id: ig }] },
      });
      const reported = await webhooksOf(tenant, 'channel.disconnected', 2);
      expect(reported.map(({ body }) => [body.data.channel, body.data.id, body.data.reason]).sort()).toEqual([
        ['fb', page.id, 'api'],
        ['ig', ig, 'linked_channel_removed'],
      ]);
      await unsubscribed(system, page.id);
      expect((await tenant.get('channels')).body.counts).toEqual({ wd: 0, fb: 0, ig: 0, tt: 0 });
      for (const [channel, id] of [
        ['fb', page.id],
        ['ig', ig],
      ]) {
        expect(await tenant.post('disconnect-channel', { channel, id })).toMatchObject({
          status: 404,
          body: { error: 'not_connected' },
        });
        expect((await tenant.post('send', { channel, to: uniqueDigits('24'), message: 'x' })).body.error).toBe(
          'not_connected',
        );
      }
      expect(await webhooksOf(tenant, 'channel.disconnected', 2)).toHaveLength(2);
    });

    test('a wa business account that no longer exists at Meta ends its number with the reason, once', async () => {
      const system = getSystem();
      const tenant = await makeTenant(system);
      const { wabaId, phoneNumberId } = tenant;
      const update = (event: string) => {
        const time = Math.floor(Date.now() / 1000);
        const changes = [{ field: 'account_update', value: { event, waba_info: { waba_id: wabaId } } }];
        return { object: 'whatsapp_business_account', entry: [{ id: '2329417887457253', time, changes }] };
      };
      const [callback] = await system.sandbox.postWebhook({
        provider: 'wa',
        body: update('PARTNER_REMOVED'),
        times: 2,
      });
      expect(callback).toMatchObject({ status: 200 });
      const reported = await webhooksOf(tenant, 'channel.disconnected', 1);
      expect(reported.map(({ body }) => body.data)).toMatchObject([
        { channel: 'wa', id: phoneNumberId, reason: 'partner_removed' },
      ]);
      expect((await tenant.get('channels')).body.counts.wa).toBe(0);
      expect((await tenant.post('send', { channel: 'wa', to: uniqueDigits('16'), message: 'x' })).body.error).toBe(
        'not_connected',
      );
    });

    test('with channel=ig only the ig account is disconnected and fb keeps working', async () => {
      const system = getSystem();
      const tenant = await makeTenant(system, META);
      const page = await connectPage(system, tenant);
      expect((await tenant.post('disconnect-channel', { channel: 'ig', id: page.instagram.id })).body).toEqual({
        ok: true,
        channel: 'ig',
        status: 'disconnected',
        also_disconnected: [],
      });
      expect((await webhookOf(tenant, 'channel.disconnected')).body.data).toMatchObject({
        channel: 'ig',
        id: page.instagram.id,
        reason: 'api',
      });
      expect(await subscribedFields(system, page.id)).not.toBeNull();
      const person = uniqueDigits('24');
      await system.sandbox.channel('ig').customerWrites(person, { account: page.instagram.id, text: 'to nobody' });
      await system.sandbox.channel('fb').customerWrites(person, { account: page.id, text: 'still there?' });
      const received = await webhookOf(tenant, 'message.received', ({ text }) => text === 'still there?');
      expect(received.body.data.account).toEqual({ id: page.id, number: null, label: page.name });
      expect((await tenant.post('send', { channel: 'fb', to: person, message: 'yes' })).status).toBe(200);
      expect(await webhooksOf(tenant, 'message.received', 1)).toHaveLength(1);
      expect(await webhooksOf(tenant, 'channel.disconnected', 1)).toHaveLength(1);
    });

    test('an unknown id is 404 not_connected, and so is another tenant’s', async () => {
      const system = getSystem();
      const [owner, other] = [await makeTenant(system, META), await makeTenant(system, META)];
      const page = await connectPage(system, owner, { instagram: false });
      const tiktok = await connectTiktok(system, owner);
      for (const [channel, id] of [
        ['fb', page.id],
        ['tt', tiktok.openId],
        ['ig', '17841400000000001'],
      ])
        expect(await other.post('disconnect-channel', { channel, id })).toMatchObject({
          status: 404,
          body: { error: 'not_connected' },
        });
      expect((await owner.get('channels')).body.counts).toMatchObject({ fb: 1, tt: 1 });
    });

    test('a wd channel is 400 invalid_channel, which names delete-session', async () => {
      const tenant = await makeTenant(getSystem(), META);
      const refused = await tenant.post('disconnect-channel', { channel: 'wd', id: '1' });
      expect(refused).toMatchObject({ status: 400, body: { error: 'invalid_channel' } });
      expect(refused.body.message).toContain('delete-session');
    });

    // docs/reference/events.md#channeldisconnected
    test('a removal in the dashboard has the reason dashboard and disconnects ig too', async () => {
      const system = getSystem();
      const tenant = await makeTenant(system, META);
      const page = await connectPage(system, tenant);
      expect((await tenant.admin('DELETE', `/channels/fb/${page.id}`)).status).toBe(200);
      const reported = await webhooksOf(tenant, 'channel.disconnected', 2);
      expect(reported.map(({ body }) => [body.data.channel, body.data.reason]).sort()).toEqual([
        ['fb', 'dashboard'],
        ['ig', 'linked_channel_removed'],
      ]);
      await unsubscribed(system, page.id);
    });

    test('a disconnected page and account can be connected again, by another tenant too', async () => {
      const system = getSystem();
      const [first, second] = [await makeTenant(system, META), await makeTenant(system, META)];
      const page = await connectPage(system, first);
      await first.post('disconnect-channel', { channel: 'fb', id: page.id });
      expect(await authorizePages(second, [page])).toMatchObject({ service_status: 'success', connected: '2' });
      const person = uniqueDigits('24');
      await system.sandbox.channel('fb').customerWrites(person, { account: page.id, text: 'new owner' });
      expect((await webhookOf(second, 'message.received')).body.data.text).toBe('new owner');
      expect((await first.webhooks()).filter(({ body }) => body.event === 'message.received')).toEqual([]);
    });
  });
}
