import { CUSTOMER_ACTIONS } from '@parley/common/contracts/customer-actions';
import { request } from 'undici';
import { describe, expect, test } from 'vitest';
import { type Answer, callJson } from '../../../support/requests/call-json.ts';
import { makeTenant, uniqueDigits } from '../../../support/tenants/client.ts';
import { expectForwards, expectSigned, webhookOf, webhooksOf } from '../../../support/webhooks/expectations.ts';
import type { GetSystem } from '../get-system.ts';

const TEMPLATE = { name: 'order_update', language: 'en', variables: ['Ann', '#12'] };

/** Sends and receives on wa (docs/reference/sends.md). */
export function messageSuite(getSystem: GetSystem): void {
  describe('messages on wa', () => {
    // docs/reference/sends.md#scheduled
    test('a scheduled message gets 202 and is sent at its time, and a cancelled message is not sent', async () => {
      const tenant = await makeTenant(getSystem());
      const to = `+${uniqueDigits('16')}`;
      const request = { channel: 'wa', to, template: TEMPLATE };
      const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();
      const later = inSeconds(3600);
      const headers = { 'idempotency-key': 'scheduled' };
      const scheduleIn = async (seconds: number): Promise<{ soon: string; leaving: Answer }> => {
        const soon = inSeconds(seconds);
        const leaving = await tenant.post('send', { ...request, send_at: soon }, headers);
        // On a busy machine the time may have passed before the request is read.
        return leaving.body.error === 'invalid_send_at' ? scheduleIn(2 * seconds) : { soon, leaving };
      };
      const { soon, leaving } = await scheduleIn(2);
      const staying = await tenant.post('send', { ...request, send_at: later });
      expect(leaving).toMatchObject({ status: 202, body: { ok: true, to, status: 'scheduled', send_at: soon } });
      expect(await tenant.post('send', { ...request, send_at: soon }, headers)).toMatchObject({
        status: 202,
        body: leaving.body,
        headers: { 'idempotency-replayed': 'true' },
      });
      const { message_id } = staying.body;
      expect((await tenant.get('message', { message_id })).body).toMatchObject({ status: 'scheduled', send_at: later });
      const cancelled = await tenant.post('cancel-send', { channel: 'wa', message_id });
      expect(cancelled).toMatchObject({
        status: 200,
        body: { ok: true, channel: 'wa', message_id, status: 'cancelled' },
      });
      const failed = await webhookOf(tenant, 'message.status', (data) => data.message_id === message_id);
      expect(failed.body.data).toMatchObject({ status: 'failed', error: { code: 'cancelled' } });
      const sent = await webhookOf(tenant, 'message.sent');
      expect(sent.body.data).toMatchObject({ message_id: leaving.body.message_id, to, origin: 'api' });
      const refused = await tenant.post('send', { ...request, send_at: '2020-01-01T00:00:00Z' });
      expect(refused).toMatchObject({ status: 400, body: { error: 'invalid_send_at' } });
    });

    // docs/reference/sends.md#the-24-hour-window
    test('a template opens a chat, and the reply carries the same conversation_id', async () => {
      const tenant = await makeTenant(getSystem());
      const customer = uniqueDigits('16');
      const sent = await tenant.post('send', { channel: 'wa', to: `+${customer}`, template: TEMPLATE });
      expect(sent).toMatchObject({
        status: 200,
        body: {
          ok: true,
          channel: 'wa',
          to: `+${customer}`,
          template: 'order_update',
          language: 'en',
          delivery: 'sent',
        },
      });
      expect(sent.body.message_id).toMatch(/^\d+$/);

      await tenant.customerWrites(customer, { text: 'thanks', name: 'Ann' });
      const received = await webhookOf(tenant, 'message.received');
      expect(received.body.data).toMatchObject({
        channel: 'wa',
        conversation_id: sent.body.conversation_id,
        from: `+${customer}`,
        text: 'thanks',
        attachments: [],
        account: { id: tenant.phoneNumberId, label: `Number of ${tenant.slug}` },
        sender: { name: 'Ann', phone: `+${customer}` },
      });
      expect(received.body.instance_id).toBe(tenant.instanceId);
      expectSigned(received, tenant.webhookSecret);

      const text = await tenant.post('send', { channel: 'wa', to: customer, message: 'You are welcome' });
      expect(text.status).toBe(200);
      const reported = await webhookOf(tenant, 'message.sent', (data) => data.message_id === text.body.message_id);
      expect(reported.body.data).toMatchObject({
        origin: 'api',
        to: `+${customer}`,
        text: 'You are welcome',
        conversation_id: sent.body.conversation_id,
      });
      expectSigned(reported, tenant.webhookSecret);
    });

    // docs/reference/sends.md#states-of-a-message
    test('receipts advance a message’s status, each step reported once and in order', async () => {
      const tenant = await makeTenant(getSystem());
      const sent = await tenant.post('send', { channel: 'wa', to: uniqueDigits('16'), template: TEMPLATE });
      const ofMessage = (data: { message_id: string }): boolean => data.message_id === sent.body.message_id;
      await webhookOf(tenant, 'message.status', (data) => ofMessage(data) && data.status === 'read');
      const reported = (await webhooksOf(tenant, 'message.status', 1, ofMessage)).map(({ body }) => body.data.status);
      // A later receipt can overtake an earlier one: the skipped status is not reported, and no status goes backwards.
      expectForwards(reported, ['sent', 'delivered', 'read']);
      const looked = await tenant.get('message', { message_id: sent.body.message_id });
      expect(looked.body).toMatchObject({ ok: true, status: 'read', error: null, template: { name: 'order_update' } });
      const steps = looked.body.history.map((step: { status: string }) => step.status);
      expectForwards(steps, ['sent', 'delivered', 'read']);
      expect(steps).toEqual(expect.arrayContaining(reported));
    });

    // docs/reference/sends.md#the-24-hour-window
    test('a text outside the 24-hour window is 409 and names approved templates; nothing is charged', async () => {
      const tenant = await makeTenant(getSystem(), { balance: '5' });
      await tenant.get('templates');
      const refused = await tenant.post('send', { channel: 'wa', to: uniqueDigits('16'), message: 'hi' });
      expect(refused).toMatchObject({
        status: 409,
        body: { ok: false, error: 'no_existing_conversation', templates: ['order_update'] },
      });
      expect((await tenant.get('status')).body.balance).toBe(5);
    });

    // docs/reference/credit.md#price
    test('each message costs its price once; an empty balance is 402', async () => {
      const tenant = await makeTenant(getSystem(), { balance: '2' });
      const to = uniqueDigits('16');
      for (let i = 0; i < 2; i++)
        expect((await tenant.post('send', { channel: 'wa', to, template: TEMPLATE })).status).toBe(200);
      expect(await tenant.post('send', { channel: 'wa', to, template: TEMPLATE })).toMatchObject({
        status: 402,
        body: { error: 'insufficient_balance' },
      });
      expect((await tenant.get('status')).body.balance).toBe(0);
    });

    test('a provider refusal is 502 with its own message unchanged, and the credit is refunded', async () => {
      const system = getSystem();
      const tenant = await makeTenant(system, { balance: '3' });
      const to = uniqueDigits('16');
      await system.sandbox.failNext({ provider: 'wa', mode: 'error', code: 131026, match: { to } });
      const refused = await tenant.post('send', { channel: 'wa', to, template: TEMPLATE });
      expect(refused).toMatchObject({
        status: 502,
        body: { ok: false, error: 'graph_error', provider: { name: 'graph', code: 131026 } },
      });
      expect(refused.body.message).toBe(refused.body.provider.message);
      expect((await tenant.get('status')).body.balance).toBe(3);
    });

    // docs/reference/requests.md#idempotency-key
    test('the same Idempotency-Key sends and charges once, and replays the first answer', async () => {
      const system = getSystem();
      const tenant = await makeTenant(system, { balance: '10' });
      const body = { channel: 'wa', to: uniqueDigits('16'), template: TEMPLATE };
      const first = await tenant.post('send', body, { 'idempotency-key': 'order-12' });
      const again = await tenant.post('send', body, { 'idempotency-key': 'order-12' });
      expect(again.body).toEqual(first.body);
      expect(again.headers['idempotency-replayed']).toBe('true');
      expect(
        await tenant.post('send', { ...body, to: uniqueDigits('16') }, { 'idempotency-key': 'order-12' }),
      ).toMatchObject({ status: 422, body: { error: 'idempotency_mismatch' } });
      expect((await tenant.get('status')).body.balance).toBe(9);
      const sent = await system.sandbox.calls({ channel: 'wa', to: body.to });
      expect(sent.count).toBe(1);
    });

    test('an Idempotency-Key with another input is refused by every action that heeds it, with a listed error', async () => {
      const tenant = await makeTenant(getSystem(), { channels: ['wd', 'wa', 'tg', 'fb', 'ig', 'tt'] });
      const headers = { 'idempotency-key': 'once' };
      const mismatched: string[] = [];
      for (const { name, method, example } of CUSTOMER_ACTIONS) {
        if (method !== 'POST') continue;
        // The template of the example exists: creating it fails, and uses no key.
        for (const change of [{}, { name: 'order_other' }, { name: 'order_third' }]) {
          const given = 'name' in example.request ? { ...example.request, ...change } : example.request;
          const { body } = await tenant.post(name, given, headers);
          expect(body.error, name).not.toBe('internal_error');
          if (body.error === 'idempotency_mismatch') mismatched.push(name);
        }
      }
      expect(new Set(mismatched)).toEqual(new Set(['create-template', 'update-template', 'delete-template']));
    });

    // docs/reference/sends.md#unknown-outcome
    test('a provider that does not answer is 504, and the outcome is reported later; nothing is sent twice', async () => {
      const system = getSystem();
      const tenant = await makeTenant(system, { balance: '10' });
      const to = uniqueDigits('16');
      await system.sandbox.failNext({ provider: 'wa', mode: 'hang', after_accept: true, match: { to } });
      const unknown = await tenant.post('send', { channel: 'wa', to, template: TEMPLATE });
      expect(unknown).toMatchObject({ status: 504, body: { error: 'provider_timeout', provider: { name: 'graph' } } });
      const reported = await webhookOf(tenant, 'message.sent', (data) => data.to === `+${to}`);
      await webhookOf(
        tenant,
        'message.status',
        (data) => data.message_id === reported.body.data.message_id && data.status === 'read',
      );
      const sent = await system.sandbox.calls({ channel: 'wa', to });
      expect(sent.count).toBe(1);
      expect((await tenant.get('status')).body.balance).toBe(9);
    });

    // docs/reference/events.md#attachments
    test('media has a signed address of Parley that streams the file; a changed address is refused', async () => {
      const system = getSystem();
      const tenant = await makeTenant(system);
      const bytes = Buffer.from('a picture of a customer');
      await tenant.customerWrites(uniqueDigits('16'), {
        type: 'image',
        text: 'look',
        media: { base64: bytes.toString('base64'), mime_type: 'image/png' },
      });
      const received = await webhookOf(tenant, 'message.received');
      const [attachment] = received.body.data.attachments;
      expect(attachment).toMatchObject({ type: 'image', mime_type: 'image/png', payload: null });
      const file = await request(attachment.url);
      expect(file.statusCode).toBe(200);
      expect(file.headers['content-type']).toBe('image/png');
      expect(Buffer.from(await file.body.arrayBuffer())).toEqual(bytes);
      expect(await callJson('GET', attachment.url.replace(/signature=...../, 'signature=AAAAA'))).toMatchObject({
        status: 401,
        body: { error: 'invalid_signature' },
      });
    });

    test('a text with media is sent as the caption of the file, and its event shows the attachment', async () => {
      const system = getSystem();
      const tenant = await makeTenant(system);
      const to = uniqueDigits('16');
      await tenant.customerWrites(to);
      await webhookOf(tenant, 'message.received');
      const sent = await tenant.post('send', {
        channel: 'wa',
        to,
        message: 'your invoice',
        media_url: `${system.sandbox.url}/files/invoice.pdf`,
        media_type: 'document',
      });
      expect(sent.status).toBe(200);
      const reported = await webhookOf(tenant, 'message.sent');
      expect(reported.body.data).toMatchObject({ text: 'your invoice', attachments: [{ type: 'document' }] });
      const { sends } = await system.sandbox.calls({ channel: 'wa', to });
      expect(sends[0]?.body).toMatchObject({ type: 'document', document: { caption: 'your invoice' } });
    });

    test('the text after audio belongs to its message: reactions to it, quotes of it and its receipts', async () => {
      const system = getSystem();
      const tenant = await makeTenant(system);
      const to = uniqueDigits('16');
      await tenant.customerWrites(to);
      const media_url = `${system.sandbox.url}/files/song.mp3`;
      const sent = await tenant.post('send', {
        channel: 'wa',
        to,
        message: 'Our song',
        media_url,
        media_type: 'audio',
      });
      expect(sent.status).toBe(200);
      const { message_id } = sent.body;
      const { sends } = await system.sandbox.calls({ channel: 'wa', to });
      expect(sends.map(({ body }) => body)).toMatchObject([{ type: 'audio' }, { text: { body: 'Our song' } }]);
      const target = sends[1]?.provider_message_id ?? '';
      const account = tenant.phoneNumberId;
      await system.sandbox.channel('wa').customerReacts(to, { account, target, emoji: '🎵' });
      const reaction = await webhookOf(tenant, 'message.reaction');
      expect(reaction.body.data).toMatchObject({ message_id, emoji: '🎵' });
      await tenant.customerWrites(to, { text: 'Lovely', reply_to: target });
      const answer = await webhookOf(tenant, 'message.received', ({ text }) => text === 'Lovely');
      expect(answer.body.data).toMatchObject({ reply_to: message_id });
      await webhookOf(tenant, 'message.status', (data) => data.message_id === message_id && data.status === 'read');
    });

    test('a reaction is reported with its message when it is added and when it is removed', async () => {
      const system = getSystem();
      const tenant = await makeTenant(system);
      const customer = uniqueDigits('16');
      await tenant.customerWrites(customer);
      const received = await webhookOf(tenant, 'message.received');
      const target = received.body.data.provider_message_id;
      for (const emoji of ['👍', ''])
        await system.sandbox.channel('wa').customerReacts(customer, {
          account: tenant.phoneNumberId,
          target,
          emoji,
        });
      const reported = await webhooksOf(tenant, 'message.reaction', 2);
      expect(reported.map(({ body }) => [body.data.action, body.data.emoji, body.data.message_id])).toEqual([
        ['added', '👍', String(received.body.data.message_id)],
        ['removed', '👍', String(received.body.data.message_id)],
      ]);
    });

    test('a key gets only the events that it subscribed to, on its channels', async () => {
      const tenant = await makeTenant(getSystem(), { events: ['message.status'] });
      await tenant.post('send', { channel: 'wa', to: uniqueDigits('16'), template: TEMPLATE });
      await webhooksOf(tenant, 'message.status', 2);
      expect(new Set((await tenant.webhooks()).map(({ body }) => body.event))).toEqual(new Set(['message.status']));
    });

    // docs/reference/requests.md#address
    test('?action=send and {base_url}send run the same action', async () => {
      const tenant = await makeTenant(getSystem());
      const body = { channel: 'wa', to: uniqueDigits('16'), template: TEMPLATE };
      expect(await callJson('POST', `${tenant.base}send`, { token: tenant.apiKey, body })).toMatchObject({
        status: 200,
        body: { ok: true, template: 'order_update' },
      });
      expect(await callJson('GET', `${tenant.base}status`, { token: tenant.apiKey })).toMatchObject({
        status: 200,
        body: { instance_id: tenant.instanceId },
      });
    });
  });
}
