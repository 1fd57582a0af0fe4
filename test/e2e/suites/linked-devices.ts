import { request } from 'undici';
import { describe, expect, test } from 'vitest';
import { callJson, makeTenant, sandbox, type TestTenant, uniqueDigits } from '../../support/client.ts';
import { webhookOf, webhooksOf } from '../../support/expectations.ts';
import { linkDevice, network, personWritesTo, untilSession } from '../../support/linked-devices.ts';
import type { System } from '../../support/system.ts';
import type { GetSystem } from './get-system.ts';

const WD = { channels: ['wd'], connectWa: false };

async function person(system: System, given: Record<string, unknown> = {}): Promise<string> {
  const number = uniqueDigits('1666');
  await network(system, 'POST', '/phones', { number, name: `Ann ${number.slice(-4)}`, ...given });
  return number;
}

/** A tenant with one linked device, and a person who may write to it. */
async function linked(system: System, given: Record<string, unknown> = {}) {
  const tenant = await makeTenant(system, WD);
  const device = await linkDevice(system, tenant);
  return { system, tenant, device, ann: await person(system, given) };
}

const refusal = (status: number, error: string) => ({ status, body: { ok: false, error } });

/** Everything of a type that was told so far. */
const toldOf = async (tenant: TestTenant, event: string) =>
  (await tenant.webhooks()).filter(({ body }) => body.event === event).map(({ body }) => body.data);

/** Linked devices (source §2.7, §4; contract §4, §5, §6). */
export function linkedDevicePromises(getSystem: GetSystem): void {
  describe('linked devices: sessions', () => {
    test('source §4 #8–#10: create-session, pair-code and the phone’s approval connect the channel; channel.connected is told once', async () => {
      const system = getSystem();
      const tenant = await makeTenant(system, WD);
      const number = await person(system);
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
      await network(system, 'POST', `/phones/${number}/pairing-code`, { code: code.body.pairing_code });
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
      // A restart and a broken line belong to linking and to every day: neither is told.
      await network(system, 'POST', `/${number}:1/drop`);
      await untilSession(tenant, token, 'connected');
      expect(await toldOf(tenant, 'channel.connected')).toHaveLength(1);
      expect(await toldOf(tenant, 'channel.disconnected')).toHaveLength(0);
    });

    test('source §4 #11: session-qr gives the picture of what the phone scans', async () => {
      const system = getSystem();
      const tenant = await makeTenant(system, WD);
      const number = await person(system);
      const { body: session } = await tenant.post('create-session', { label: 'Shop' });
      const shown = await tenant.get('session-qr', { session_token: session.session_token });
      expect(shown).toMatchObject({ status: 200, body: { image: expect.stringMatching(/^data:image\/png;base64,/) } });
      await network(system, 'POST', `/phones/${number}/scan`, { qr: shown.body.qr });
      await untilSession(tenant, session.session_token, 'connected');
    });

    test('contract §5: sessions of others, numbers that are none, and sessions that are linked are refused with their codes', async () => {
      const { system, tenant, device } = await linked(getSystem());
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

    test('contract §5: a network that asks for a passkey is told as the reason of a failed session', async () => {
      const system = getSystem();
      const tenant = await makeTenant(system, WD);
      const number = await person(system, { asks_passkey: true });
      const { body: session } = await tenant.post('create-session', { label: 'Shop' });
      const { body: code } = await tenant.post('pair-code', { session_token: session.session_token, phone: number });
      await sandbox(system, 'POST', `/devices/phones/${number}/pairing-code`, { code: code.pairing_code });
      expect(await untilSession(tenant, session.session_token, 'failed')).toMatchObject({ reason: 'passkey_required' });
    });

    test('source §4 #12: the phone that removes the device, and delete-session, end the channel, each told once', async () => {
      const { system, tenant, device } = await linked(getSystem());
      await network(system, 'POST', `/phones/${device.number}/logout`);
      const gone = await webhookOf(tenant, 'channel.disconnected');
      expect(gone.body.data).toMatchObject({ channel: 'wd', id: device.id, reason: 'logged_out' });
      expect((await tenant.get('session-status', { session_token: device.token })).body).toMatchObject({
        status: 'logged_out',
        reason: 'logged_out',
      });
      expect(await tenant.post('send', { channel: 'wd', to: `+${uniqueDigits('1666')}`, message: 'x' })).toMatchObject(
        refusal(404, 'not_connected'),
      );
      expect(await toldOf(tenant, 'channel.disconnected')).toHaveLength(1);

      const second = await linkDevice(system, tenant);
      const answer = { status: 200, body: { ok: true, channel: 'wd', id: second.id, status: 'disconnected' } };
      expect(await tenant.post('delete-session', { session_token: second.token })).toMatchObject(answer);
      await webhookOf(tenant, 'channel.disconnected', (data) => data.id === second.id && data.reason === 'api');
      expect(await tenant.post('delete-session', { id: second.id })).toMatchObject(answer);
      expect((await network(system, 'GET', `/${second.deviceId}`)).device).toMatchObject({ state: 'removed' });
      expect(await toldOf(tenant, 'channel.disconnected')).toHaveLength(2);
      expect((await tenant.get('channels')).body.counts).toMatchObject({ wd: 0 });
    });
  });

  describe('linked devices: messages', () => {
    test('source §2.7, §4 #1: a person writes, the answer goes back, and its receipts move it forward', async () => {
      const { system, tenant, device, ann } = await linked(getSystem(), { receipts: 'read' });
      const providerId = await personWritesTo(system, ann, device.number, { type: 'text', text: 'hello' });
      const received = await webhookOf(tenant, 'message.received');
      expect(received.body.data).toMatchObject({
        channel: 'wd',
        from: `+${ann}`,
        text: 'hello',
        attachments: [],
        account: { id: device.id, number: `+${device.number}`, label: 'Shop' },
        sender: { name: `Ann ${ann.slice(-4)}`, phone: `+${ann}` },
        provider_message_id: providerId,
      });
      expect(received.body.data).not.toHaveProperty('whatsapp_group');
      const sent = await tenant.post('send', { channel: 'wd', to: `+${ann}`, message: 'welcome' });
      expect(sent).toMatchObject({ status: 200, body: { ok: true, channel: 'wd', to: `+${ann}` } });
      const told = await webhookOf(tenant, 'message.sent', (data) => data.message_id === sent.body.message_id);
      expect(told.body.data).toMatchObject({
        origin: 'api',
        text: 'welcome',
        conversation_id: received.body.data.conversation_id,
      });
      const ofMessage = (data: { message_id: string }): boolean => data.message_id === sent.body.message_id;
      await webhookOf(tenant, 'message.status', (data) => ofMessage(data) && data.status === 'read');
      const steps = (await webhooksOf(tenant, 'message.status', 1, ofMessage)).map(({ body }) => body.data.status);
      expect([['delivered', 'read'], ['read']]).toContainEqual(steps);
      const { messages } = await network(system, 'GET', `/messages?device=${encodeURIComponent(device.deviceId)}`);
      expect(messages.filter((one: { text: string }) => one.text === 'welcome')).toMatchObject([{ times: 1 }]);
    });

    test('contract §4: a number that is not on the network is refused with the provider’s words, and costs nothing', async () => {
      const { tenant } = await linked(getSystem());
      const before = (await tenant.get('status')).body.balance;
      expect(await tenant.post('send', { channel: 'wd', to: uniqueDigits('1999'), message: 'x' })).toMatchObject({
        status: 502,
        body: { error: 'device_error', provider: { name: 'device', status: 404 } },
      });
      expect((await tenant.get('status')).body.balance).toBe(before);
    });

    test('source §6: what is typed on the phone is message.sent with origin phone, in the same conversation', async () => {
      const { system, tenant, device, ann } = await linked(getSystem());
      await personWritesTo(system, device.number, ann, { type: 'text', text: 'typed by hand' });
      const echo = await webhookOf(tenant, 'message.sent');
      expect(echo.body.data).toMatchObject({ origin: 'phone', to: `+${ann}`, text: 'typed by hand' });
      await personWritesTo(system, ann, device.number, { type: 'text', text: 'thanks' });
      const received = await webhookOf(tenant, 'message.received');
      expect(received.body.data.conversation_id).toBe(echo.body.data.conversation_id);
    });

    test('source §2.7: a group is one conversation; every group event carries whatsapp_group, and a send with its id goes there', async () => {
      const { system, tenant, device, ann } = await linked(getSystem());
      const bob = await person(system, { addressing: 'lid' });
      const { group } = await network(system, 'POST', '/groups', {
        subject: 'Team',
        owner: device.number,
        participants: [ann, bob],
      });
      const first = await personWritesTo(system, ann, group.id, { type: 'text', text: 'from Ann' });
      await personWritesTo(system, bob, group.id, { type: 'text', text: 'from Bob' });
      const received = await webhooksOf(tenant, 'message.received', 2);
      const inGroup = (number: string) => ({
        is_group: true,
        group_jid: group.id,
        participant: `+${number}`,
        participant_name: expect.any(String),
      });
      const byText = new Map(received.map(({ body }) => [body.data.text, body.data]));
      expect(byText.get('from Ann')).toMatchObject({ from: `+${ann}`, whatsapp_group: inGroup(ann) });
      expect(byText.get('from Bob')).toMatchObject({ from: `+${bob}`, whatsapp_group: inGroup(bob) });
      const [conversation] = received.map(({ body }) => body.data.conversation_id);
      expect(received.every(({ body }) => body.data.conversation_id === conversation)).toBe(true);
      const sent = await tenant.post('send', { channel: 'wd', to: group.id, message: 'to all' });
      expect(sent).toMatchObject({ status: 200, body: { to: group.id } });
      const told = await webhookOf(tenant, 'message.sent', (data) => data.message_id === sent.body.message_id);
      expect(told.body.data).toMatchObject({
        conversation_id: conversation,
        whatsapp_group: { is_group: true, group_jid: group.id, participant: `+${device.number}` },
      });
      await webhookOf(tenant, 'message.status', (data) => data.whatsapp_group?.group_jid === group.id);
      await personWritesTo(system, bob, group.id, { type: 'reaction', message_id: first, emoji: '👍', author: ann });
      const reaction = await webhookOf(tenant, 'message.reaction');
      expect(reaction.body.data).toMatchObject({
        message_id: String(byText.get('from Ann').message_id),
        emoji: '👍',
        whatsapp_group: inGroup(bob),
      });
    });

    test('source §6: a reaction is told with our id of its message, and again when it is taken back', async () => {
      const { system, tenant, device, ann } = await linked(getSystem());
      const sent = await tenant.post('send', { channel: 'wd', to: ann, message: 'like it?' });
      const told = await webhookOf(tenant, 'message.sent');
      const react = (emoji: string) =>
        personWritesTo(system, ann, device.number, {
          type: 'reaction',
          message_id: told.body.data.provider_message_id,
          emoji,
        });
      await react('❤️');
      const added = await webhookOf(tenant, 'message.reaction');
      expect(added.body.data).toMatchObject({
        message_id: sent.body.message_id,
        from: `+${ann}`,
        emoji: '❤️',
        action: 'added',
      });
      await react('');
      const removed = await webhookOf(tenant, 'message.reaction', (data) => data.action === 'removed');
      expect(removed.body.data).toMatchObject({ message_id: sent.body.message_id, emoji: null });
    });

    test('contract §6: a file lies behind our signed address, which opens the very bytes; a send with media_url takes one along', async () => {
      const { system, tenant, device, ann } = await linked(getSystem());
      const bytes = Buffer.from('a picture of Ann '.repeat(500));
      await personWritesTo(system, ann, device.number, {
        type: 'image',
        base64: bytes.toString('base64'),
        caption: 'look',
      });
      const received = await webhookOf(tenant, 'message.received');
      const [file] = received.body.data.attachments;
      expect(received.body.data.text).toBe('look');
      expect(file).toMatchObject({ type: 'image', size: bytes.length });
      const opened = await request(file.url);
      expect(opened.statusCode).toBe(200);
      expect(Buffer.from(await opened.body.arrayBuffer()).equals(bytes)).toBe(true);
      const forged = await request(file.url.replace(/.$/, (last: string) => (last === 'A' ? 'B' : 'A')));
      await forged.body.dump();
      expect(forged.statusCode).toBe(401);

      // The file of the message that came goes back to who sent it: an address like any other.
      const sent = await tenant.post('send', {
        channel: 'wd',
        to: ann,
        message: 'and back',
        media_url: file.url,
        media_type: 'image',
      });
      expect(sent.status).toBe(200);
      const { messages } = await network(system, 'GET', `/messages?device=${encodeURIComponent(device.deviceId)}`);
      const back = messages.find((one: { text: string }) => one.text === 'and back');
      expect(back).toMatchObject({ type: 'image' });
      const media = await request(`${system.sandboxUrl}/sandbox/devices/messages/${back.seq}/media`);
      expect(Buffer.from(await media.body.arrayBuffer()).equals(bytes)).toBe(true);
    });

    test('source §2.7: broadcast lists, newsletters and status are excluded; a message that comes again is told once', async () => {
      const { system, tenant, device, ann } = await linked(getSystem());
      const id = await personWritesTo(system, ann, device.number, { type: 'text', text: 'once' });
      await webhookOf(tenant, 'message.received');
      await network(system, 'POST', `/messages/${id}/redeliver`, { fresh: true });
      await network(system, 'POST', `/messages/${id}/redeliver`, { fresh: false });
      await personWritesTo(system, ann, device.number, { type: 'text', text: 'last' });
      await webhookOf(tenant, 'message.received', (data) => data.text === 'last');
      const texts = (await toldOf(tenant, 'message.received')).map(({ text }) => text);
      // Nor is anything of the history that a new device is sent.
      expect(texts).toEqual(['once', 'last']);
    });

    test('contract §5: the operator sees the device’s conversations', async () => {
      const { system, tenant, device, ann } = await linked(getSystem());
      await personWritesTo(system, ann, device.number, { type: 'text', text: 'hello' });
      await webhookOf(tenant, 'message.received');
      const listed = await callJson('GET', `${system.origin}/api/admin/tenants/${tenant.slug}/conversations`, {
        token: system.adminToken,
      });
      expect(listed.body.items).toMatchObject([{ channel: 'wd', peer: `+${ann}`, account: { id: device.id } }]);
    });
  });
}
