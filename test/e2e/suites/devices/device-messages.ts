import { request } from 'undici';
import { describe, expect, test } from 'vitest';
import { makePerson, openGroup, openLinked, personWritesTo } from '../../../support/channels/linked-devices.ts';
import { callJson } from '../../../support/requests/call-json.ts';
import { uniqueDigits } from '../../../support/tenants/client.ts';
import { eventDataOf, webhookOf, webhooksOf } from '../../../support/webhooks/expectations.ts';
import type { GetSystem } from '../get-system.ts';

/** Messages of linked devices (docs/reference/wd.md). */
export function deviceMessageSuite(getSystem: GetSystem): void {
  describe('linked devices: messages', () => {
    // docs/reference/events.md#receipts-by-channel
    test('a person writes, the reply is sent, and its receipts advance its status', async () => {
      const { system, tenant, device, ann } = await openLinked(getSystem(), { receipts: 'read' });
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
      const reported = await webhookOf(tenant, 'message.sent', (data) => data.message_id === sent.body.message_id);
      expect(reported.body.data).toMatchObject({
        origin: 'api',
        text: 'welcome',
        conversation_id: received.body.data.conversation_id,
      });
      const ofMessage = (data: { message_id: string }): boolean => data.message_id === sent.body.message_id;
      await webhookOf(tenant, 'message.status', (data) => ofMessage(data) && data.status === 'read');
      const steps = (await webhooksOf(tenant, 'message.status', 1, ofMessage)).map(({ body }) => body.data.status);
      expect([['delivered', 'read'], ['read']]).toContainEqual(steps);
      const messages = await system.sandbox.devices.taken({ device: device.deviceId });
      expect(messages.filter(({ text }) => text === 'welcome')).toMatchObject([{ times: 1 }]);
    });

    // docs/reference/wd.md#sending
    test('a number outside the network is refused with the provider’s words, and costs nothing', async () => {
      const { tenant } = await openLinked(getSystem());
      const before = (await tenant.get('status')).body.balance;
      expect(await tenant.post('send', { channel: 'wd', to: uniqueDigits('1999'), message: 'x' })).toMatchObject({
        status: 502,
        body: { error: 'device_error', provider: { name: 'device', status: 404 } },
      });
      expect((await tenant.get('status')).body.balance).toBe(before);
    });

    // docs/reference/sends.md#recipient
    test('a person known only by a hidden id is answered at the address in the event', async () => {
      const { system, tenant, device } = await openLinked(getSystem());
      const hidden = await makePerson(system, { addressing: 'lid', hide_number: true });
      await personWritesTo(system, hidden, device.number, { type: 'text', text: 'from nowhere' });
      const received = await webhookOf(tenant, 'message.received');
      const { from } = received.body.data;
      expect(from).toMatch(/^\d+@lid$/);
      const sent = await tenant.post('send', { channel: 'wd', to: from, message: 'found you' });
      expect(sent).toMatchObject({ status: 200, body: { to: from } });
      const reported = await webhookOf(tenant, 'message.sent', (data) => data.message_id === sent.body.message_id);
      const { conversation_id: conversationId } = received.body.data;
      expect(reported.body.data).toMatchObject({ to: from, conversation_id: conversationId });
      const taken = await system.sandbox.devices.taken({ device: device.deviceId });
      expect(taken.filter(({ text }) => text === 'found you')).toMatchObject([{ to: from, times: 1 }]);
    });

    // docs/reference/events.md#origins
    test('a message typed on the phone is message.sent with origin phone, in the same conversation', async () => {
      const { system, tenant, device, ann } = await openLinked(getSystem());
      await personWritesTo(system, device.number, ann, { type: 'text', text: 'typed by hand' });
      const echo = await webhookOf(tenant, 'message.sent');
      expect(echo.body.data).toMatchObject({ origin: 'phone', to: `+${ann}`, text: 'typed by hand' });
      await personWritesTo(system, ann, device.number, { type: 'text', text: 'thanks' });
      const received = await webhookOf(tenant, 'message.received');
      expect(received.body.data.conversation_id).toBe(echo.body.data.conversation_id);
    });

    // docs/reference/events.md#groups
    test('a group is one conversation; every event of it has whatsapp_group, and its id is a recipient of sends', async () => {
      const { system, tenant, device, ann, bob, group, first } = await openGroup(getSystem(), { addressing: 'lid' });
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
      const reported = await webhookOf(tenant, 'message.sent', (data) => data.message_id === sent.body.message_id);
      expect(reported.body.data).toMatchObject({
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

    // docs/reference/events.md#messagereaction
    test('a reaction is reported with the message_id of its message, and again when it is removed', async () => {
      const { system, tenant, device, ann } = await openLinked(getSystem());
      const sent = await tenant.post('send', { channel: 'wd', to: ann, message: 'like it?' });
      const reported = await webhookOf(tenant, 'message.sent');
      const react = (emoji: string) =>
        personWritesTo(system, ann, device.number, {
          type: 'reaction',
          message_id: reported.body.data.provider_message_id,
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
      expect(removed.body.data).toMatchObject({ message_id: sent.body.message_id, emoji: '❤️' });
    });

    // docs/reference/events.md#attachments
    test('a file has a signed address that serves the same bytes; a send with media_url attaches a file', async () => {
      const { system, tenant, device, ann } = await openLinked(getSystem());
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
      // Not the last character: some of its bits do not belong to the signature.
      const forged = await request(file.url.replace(/.(?=.{8}$)/, (one: string) => (one === 'A' ? 'B' : 'A')));
      await forged.body.dump();
      expect(forged.statusCode).toBe(401);

      // The received file is sent back: its address works like any media_url.
      const sent = await tenant.post('send', {
        channel: 'wd',
        to: ann,
        message: 'and back',
        media_url: file.url,
        media_type: 'image',
      });
      expect(sent.status).toBe(200);
      const messages = await system.sandbox.devices.taken({ device: device.deviceId });
      const back = messages.find(({ text }) => text === 'and back');
      expect(back).toMatchObject({ type: 'image' });
      expect((await system.sandbox.devices.mediaOf(back?.seq ?? 0)).equals(bytes)).toBe(true);
    });

    // docs/reference/events.md#groups
    test('broadcast lists, newsletters and status are excluded; a repeated message is reported once', async () => {
      const { system, tenant, device, ann } = await openLinked(getSystem());
      const id = await personWritesTo(system, ann, device.number, { type: 'text', text: 'once' });
      await webhookOf(tenant, 'message.received');
      await system.sandbox.devices.redeliver(id, { fresh: true });
      await system.sandbox.devices.redeliver(id, { fresh: false });
      await personWritesTo(system, ann, device.number, { type: 'text', text: 'last' });
      await webhookOf(tenant, 'message.received', (data) => data.text === 'last');
      const texts = (await eventDataOf(tenant, 'message.received')).map(({ text }) => text);
      // The history sent to a new device is not reported either.
      expect(texts).toEqual(['once', 'last']);
    });

    // docs/reference/operator-api.md#conversations
    test('the operator API lists the device’s conversations', async () => {
      const { system, tenant, device, ann } = await openLinked(getSystem());
      await personWritesTo(system, ann, device.number, { type: 'text', text: 'hello' });
      await webhookOf(tenant, 'message.received');
      const listed = await callJson('GET', `${system.origin}/api/admin/tenants/${tenant.slug}/conversations`, {
        token: system.adminToken,
      });
      expect(listed.body.items).toMatchObject([{ channel: 'wd', peer: `+${ann}`, account: { id: device.id } }]);
    });
  });
}
