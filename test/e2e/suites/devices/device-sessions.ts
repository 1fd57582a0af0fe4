import { openProxyServer, type ProxyServer } from '@parley/testing/servers/proxy-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  linkDevice,
  makePerson,
  openLinked,
  personWritesTo,
  untilSession,
  WD,
} from '../../../support/channels/linked-devices.ts';
import { makeTenant, uniqueDigits } from '../../../support/tenants/client.ts';
import { eventDataOf, webhookOf } from '../../../support/webhooks/expectations.ts';
import type { GetSystem } from '../get-system.ts';

const refusal = (status: number, error: string) => ({ status, body: { ok: false, error } });

/** Sessions of linked devices (docs/reference/sessions.md). */
export function deviceSessionSuite(getSystem: GetSystem): void {
  describe('linked devices: sessions', () => {
    let proxy: ProxyServer;
    beforeAll(async () => {
      proxy = await openProxyServer({ login: { username: 'shop', password: 'secret' } });
    });
    afterAll(() => proxy[Symbol.asyncDispose]());

    // docs/reference/sessions.md#pairing-code
    test('create-session, pair-code and the phone’s approval connect the channel; channel.connected comes once', async () => {
      const system = getSystem();
      const tenant = await makeTenant(system, WD);
      const number = await makePerson(system);
      const session = await tenant.post('create-session', { label: 'Front desk' });
      expect(session).toMatchObject({ status: 200, body: { ok: true, session_token: expect.stringMatching(/^wds_/) } });
      const token = session.body.session_token;
      expect((await tenant.get('session-status', { session_token: token })).body).toMatchObject({
        account_id: session.body.account_id,
        label: 'Front desk',
        status: 'created',
        phone: null,
      });
      const code = await tenant.post('pair-code', { session_token: token, phone: `+${number}` });
      expect(code).toMatchObject({
        status: 200,
        body: { pairing_code: expect.stringMatching(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/) },
      });
      await system.sandbox.devices.enterCode(number, code.body.pairing_code);
      expect(await untilSession(tenant, token, 'connected')).toMatchObject({ phone: `+${number}` });
      const connected = await webhookOf(tenant, 'channel.connected');
      expect(connected.body.data).toMatchObject({
        channel: 'wd',
        id: String(session.body.account_id),
        identifier: `+${number}`,
        account_id: session.body.account_id,
        label: 'Front desk',
      });
      const { body: channels } = await tenant.get('channels');
      expect(channels.counts).toMatchObject({ wd: 1 });
      expect(channels.channels).toMatchObject([
        { channel: 'wd', id: String(session.body.account_id), identifier: `+${number}`, status: 'connected' },
      ]);
      // A restart and a broken connection are normal, and not reported.
      await system.sandbox.devices.drop(`${number}:1`);
      await untilSession(tenant, token, 'connected');
      expect(await eventDataOf(tenant, 'channel.connected')).toHaveLength(1);
      expect(await eventDataOf(tenant, 'channel.disconnected')).toHaveLength(0);
    });

    // docs/reference/sessions.md#qr
    test('session-qr returns the picture that the phone scans', async () => {
      const system = getSystem();
      const tenant = await makeTenant(system, WD);
      const number = await makePerson(system);
      const { body: session } = await tenant.post('create-session', { label: 'Shop' });
      const shown = await tenant.get('session-qr', { session_token: session.session_token });
      expect(shown).toMatchObject({ status: 200, body: { image: expect.stringMatching(/^data:image\/png;base64,/) } });
      await system.sandbox.devices.scan(number, shown.body.qr);
      await untilSession(tenant, session.session_token, 'connected');
    });

    // docs/reference/sessions.md#qr
    test('a session of another tenant, an invalid number and a linked session are refused, each with its code', async () => {
      const { system, tenant, device } = await openLinked(getSystem());
      const other = await makeTenant(system, WD);
      const token = { session_token: device.token };
      expect(await other.get('session-status', token)).toMatchObject(refusal(404, 'unknown_session'));
      expect(await other.get('session-qr', token)).toMatchObject(refusal(404, 'unknown_session'));
      expect(await other.post('delete-session', token)).toMatchObject(refusal(404, 'not_connected'));
      expect(await tenant.get('session-qr', token)).toMatchObject(refusal(409, 'already_connected'));
      expect(await tenant.post('pair-code', { ...token, phone: device.number })).toMatchObject(
        refusal(409, 'already_connected'),
      );
      const { body: fresh } = await tenant.post('create-session', { label: 'Another' });
      expect(await tenant.post('pair-code', { session_token: fresh.session_token, phone: 'abc' })).toMatchObject(
        refusal(400, 'invalid_phone'),
      );
      expect((await tenant.post('create-session', {})).status).toBe(400);
      const wa = await makeTenant(system, { channels: ['wa'] });
      expect(await wa.post('create-session', { label: 'x' })).toMatchObject(refusal(403, 'channel_not_allowed'));
    });

    // docs/reference/sessions.md#end-of-a-connection
    test('a network that asks for a passkey fails the session with reason passkey_required', async () => {
      const system = getSystem();
      const tenant = await makeTenant(system, WD);
      const number = await makePerson(system, { asks_passkey: true });
      const { body: session } = await tenant.post('create-session', { label: 'Shop' });
      const { body: code } = await tenant.post('pair-code', { session_token: session.session_token, phone: number });
      await expect(system.sandbox.devices.enterCode(number, code.pairing_code)).rejects.toMatchObject({
        body: { error: 'passkey_required' },
      });
      expect(await untilSession(tenant, session.session_token, 'failed')).toMatchObject({ reason: 'passkey_required' });
    });

    // docs/reference/sessions.md#proxy
    test('a device goes through its proxy, which is set, shown without its password, and removed', async () => {
      const { system, tenant, device } = await openLinked(getSystem());
      const at = (scheme: string, user: string) => `${scheme}://${user}127.0.0.1:${proxy.port}`;
      const exchangeMessages = async (text: string): Promise<void> => {
        const person = await makePerson(system);
        expect((await tenant.post('send', { channel: 'wd', to: `+${person}`, message: text })).status).toBe(200);
        await personWritesTo(system, person, device.number, { type: 'image', base64: btoa('a picture') });
        const received = await webhookOf(tenant, 'message.received', ({ from }) => from === `+${person}`);
        expect(await (await fetch(received.body.data.attachments[0].url)).text()).toBe('a picture');
      };
      for (const scheme of ['http', 'socks5']) {
        const before = proxy.tunnels.length;
        const set = { session_token: device.token, proxy: at(scheme, 'shop:secret@') };
        const shown = { proxy: at(scheme, 'shop:…@') };
        expect(await tenant.post('set-proxy', set)).toMatchObject({ status: 200, body: shown });
        await untilSession(tenant, device.token, 'connected');
        const status = (await tenant.get('session-status', { id: device.id })).body;
        expect(status).toMatchObject({ ...shown, detail: null });
        await exchangeMessages(scheme);
        // One for the connection, one for the picture. The store of received files reads it too, at its own time.
        const used = proxy.tunnels.slice(before).filter(({ protocol }) => protocol === scheme);
        expect(used.length).toBeGreaterThanOrEqual(2);
        expect(used.every(({ isOpened }) => isOpened)).toBe(true);
      }
      proxy.mode = 'refuses';
      expect((await tenant.post('set-proxy', { id: device.id, proxy: null })).body).toMatchObject({ proxy: null });
      await untilSession(tenant, device.token, 'connected');
      await exchangeMessages('without');
      for (const wrong of [
        { session_token: device.token, proxy: 'proxy.example' },
        { id: device.id, proxy: at('ftp', '') },
      ])
        expect(await tenant.post('set-proxy', wrong)).toMatchObject(refusal(400, 'invalid_proxy'));
      expect(await tenant.post('set-proxy', { proxy: null })).toMatchObject(refusal(400, 'missing_session_token'));
      expect(await tenant.post('set-proxy', { id: '999999', proxy: null })).toMatchObject(
        refusal(404, 'unknown_session'),
      );
    });

    // docs/reference/sessions.md#deleting
    test('removing the device on the phone, and delete-session, disconnect the channel with one event each', async () => {
      const { system, tenant, device } = await openLinked(getSystem());
      await system.sandbox.devices.logOut(device.number);
      const gone = await webhookOf(tenant, 'channel.disconnected');
      expect(gone.body.data).toMatchObject({ channel: 'wd', id: device.id, reason: 'logged_out' });
      expect((await tenant.get('session-status', { session_token: device.token })).body).toMatchObject({
        status: 'logged_out',
        reason: 'logged_out',
      });
      expect(await tenant.post('send', { channel: 'wd', to: `+${uniqueDigits('1666')}`, message: 'x' })).toMatchObject(
        refusal(404, 'not_connected'),
      );
      expect(await eventDataOf(tenant, 'channel.disconnected')).toHaveLength(1);

      const second = await linkDevice(system, tenant);
      const answer = { status: 200, body: { ok: true, channel: 'wd', id: second.id, status: 'disconnected' } };
      expect(await tenant.post('delete-session', { session_token: second.token })).toMatchObject(answer);
      await webhookOf(tenant, 'channel.disconnected', (data) => data.id === second.id && data.reason === 'api');
      expect(await tenant.post('delete-session', { id: second.id })).toMatchObject(answer);
      expect(await system.sandbox.devices.device(second.deviceId)).toMatchObject({ state: 'removed' });
      expect(await eventDataOf(tenant, 'channel.disconnected')).toHaveLength(2);
      expect((await tenant.get('channels')).body.counts).toMatchObject({ wd: 0 });
    });

    // docs/reference/operator-api.md#channels
    test('the operator logs a linked phone out like any other channel; another tenant’s is not_connected', async () => {
      const { system, tenant, device } = await openLinked(getSystem());
      const other = await makeTenant(system, WD);
      const at = `/channels/wd/${device.id}`;
      expect(await other.admin('DELETE', at)).toMatchObject(refusal(404, 'not_connected'));
      expect(await tenant.admin('DELETE', at)).toMatchObject({
        status: 200,
        body: { channel: 'wd', id: device.id, status: 'disconnected', also_disconnected: [] },
      });
      const gone = await webhookOf(tenant, 'channel.disconnected');
      expect(gone.body.data).toMatchObject({ channel: 'wd', id: device.id, reason: 'dashboard' });
      expect(await system.sandbox.devices.device(device.deviceId)).toMatchObject({ state: 'removed' });
      expect(await tenant.admin('DELETE', at)).toMatchObject(refusal(404, 'not_connected'));
    });
  });
}
