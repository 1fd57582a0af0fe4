import { pollUntil } from '@parley/testing/poll-until';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeTenant, type TestTenant, uniqueDigits } from '../../../support/tenants/client.ts';
import { webhookOf, webhooksOf } from '../../../support/webhooks/expectations.ts';
import { makeTelegramBot } from '../channels/telegram.ts';
import type { GetSystem } from '../get-system.ts';

const OFFER = { name: 'offer', language: 'en', variables: ['Ann'] };
const UPDATE = { name: 'order_update', language: 'en', variables: ['Ann', '7'] };

/** The people who receive marketing messages (docs/reference/consent.md). */
export function consentSuite(getSystem: GetSystem): void {
  describe('consent to marketing', () => {
    let tenant: TestTenant;
    beforeAll(async () => {
      tenant = await makeTenant(getSystem(), {
        events: ['message.received', 'message.sent', 'contact.opt_out', 'message.status'],
      });
      await getSystem().sandbox.graph.whatsapp.putAccount({
        waba_id: tenant.wabaId,
        templates: [{ name: 'offer', category: 'MARKETING', body: 'Hello {{1}}, 20 % off.' }],
      });
    });

    const whatsapp = () => getSystem().sandbox.graph.whatsapp;
    const offer = (to: string, given: object = {}) =>
      tenant.post('send', { channel: 'wa', to, template: OFFER, ...given });
    const optOuts = (person: string, count: number) =>
      webhooksOf(tenant, 'contact.opt_out', count, ({ from }) => from === `+${person}`);
    const isRefused = (answer: unknown) =>
      expect(answer).toMatchObject({ status: 409, body: { ok: false, error: 'opted_out' } });

    test('a stop word, a start word and the operator decide, each reported once', async () => {
      const person = uniqueDigits('16');
      await tenant.customerWrites(person, { text: 'Hello' });
      expect(await offer(person)).toMatchObject({ status: 200 });
      await tenant.customerWrites(person, { text: 'STOP', times: 3 });
      const [optOut] = await optOuts(person, 1);
      expect(optOut?.body.data).toMatchObject({ channel: 'wa', opted_out: true, by: 'customer' });
      const { balance } = (await tenant.get('status')).body;
      isRefused(await offer(person));
      expect((await tenant.get('status')).body.balance).toBe(balance);
      expect(await tenant.post('send', { channel: 'wa', to: person, template: UPDATE })).toMatchObject({ status: 200 });
      expect(await tenant.post('send', { channel: 'wa', to: person, message: 'We are here' })).toMatchObject({
        status: 200,
      });
      const id = optOut?.body.data.conversation_id;
      const consent = `/conversations/${id}/consent`;
      expect((await tenant.admin('PUT', consent, { opted_out: false })).body).toMatchObject({
        opted_out: false,
        by: 'operator',
      });
      expect(await offer(person)).toMatchObject({ status: 200 });
      await tenant.admin('PUT', consent, { opted_out: true });
      expect((await tenant.admin('GET', `/conversations/${id}/person`)).body.consent).toMatchObject({
        opted_out: true,
        by: 'operator',
      });
      isRefused(await offer(person));
      await tenant.customerWrites(person, { text: 'ابدأ' });
      const reported = await optOuts(person, 4);
      expect(reported.map(({ body: { data } }) => [data.opted_out, data.by])).toEqual([
        [true, 'customer'],
        [false, 'operator'],
        [true, 'operator'],
        [false, 'customer'],
      ]);
      expect(await offer(person)).toMatchObject({ status: 200 });
    });

    test('a subscribed platform webhook gets the event in its own envelope, under the same id', async () => {
      const { receiver, slug } = tenant;
      const set = await tenant.admin('PUT', '/platform-webhook', { url: receiver.url, events: ['contact.opt_out'] });
      expect(set).toMatchObject({ body: { events: ['contact.opt_out'] } });
      const person = uniqueDigits('16');
      await tenant.customerWrites(person, { text: 'stop' });
      const both = await optOuts(person, 2);
      const ofPlatform = both.find(({ body }) => body.instance_id.startsWith('plt_'));
      const ofKey = both.find(({ body }) => body.instance_id === tenant.instanceId);
      expect(ofPlatform?.body).toEqual({
        ...ofKey?.body,
        instance_id: expect.any(String),
        tenant: slug,
        api_version: '1',
      });
      await tenant.admin('DELETE', '/platform-webhook');
    });

    test('a preference set in WhatsApp applies, also when it is repeated or the person is unknown', async () => {
      const account = tenant.phoneNumberId;
      const person = uniqueDigits('16');
      const at = (minutesAgo: number) => new Date(Date.now() - minutesAgo * 60_000).toISOString();
      await whatsapp().customerPrefers(person, { account, value: 'stop', at: at(10), times: 3 });
      isRefused(await offer(person));
      await whatsapp().customerPrefers(person, { account, value: 'resume', at: at(5) });
      await whatsapp().customerPrefers(person, { account, value: 'stop', at: at(10) });
      expect(await offer(person)).toMatchObject({ status: 200 });
      const reported = await optOuts(person, 2);
      expect(reported.map(({ body: { data } }) => [data.opted_out, data.by])).toEqual([
        [true, 'platform'],
        [false, 'platform'],
      ]);
    });

    test('a person whose limit WhatsApp reports gets no offer for a day, and all else', async () => {
      const person = uniqueDigits('16');
      await tenant.customerWrites(person, { text: 'Hello' });
      await getSystem().sandbox.failNext({
        provider: 'wa',
        mode: 'fail_later',
        code: 131049,
        match: { to: `+${person}` },
      });
      const { message_id } = (await offer(person)).body;
      const failed = await webhookOf(
        tenant,
        'message.status',
        ({ message_id: id, status }) => id === message_id && status === 'failed',
      );
      expect(failed.body.data.error).toMatchObject({ code: 'graph_error', provider_code: 131049 });
      const until = new Date(Date.parse(failed.body.data.at) + 24 * 3_600_000).toISOString();
      expect(await offer(person)).toMatchObject({ status: 409, body: { error: 'marketing_limited', until } });
      expect(await tenant.post('send', { channel: 'wa', to: person, template: UPDATE })).toMatchObject({ status: 200 });
    });

    test('a scheduled offer fails at its time for a person who has opted out, and is refunded', async () => {
      const ends = ['message.sent', 'message.status'];
      const endOf = (id: string) =>
        pollUntil(
          async () =>
            (await tenant.webhooks()).find(({ body }) => ends.includes(body.event) && body.data.message_id === id) ??
            null,
          { what: () => 'the end of the offer' },
        );
      // On a busy machine the offer may leave before the person has opted out: then another one, further ahead.
      for (let aheadMs = 3000; ; aheadMs *= 3) {
        const person = uniqueDigits('16');
        await tenant.customerWrites(person, { text: 'Hello' });
        const { balance } = (await tenant.get('status')).body;
        const { body } = await offer(person, { send_at: new Date(Date.now() + aheadMs).toISOString() });
        expect(body).toMatchObject({ ok: true, status: 'scheduled' });
        await tenant.customerWrites(person, { text: 'unsubscribe' });
        const end = (await endOf(body.message_id)).body;
        if (end.data.status !== 'failed' && aheadMs < 30_000) continue;
        expect(end.data).toMatchObject({ status: 'failed', error: { code: 'opted_out' } });
        expect((await tenant.get('status')).body.balance).toBe(balance);
        return;
      }
    });

    test('erasing a person erases that they opted out', async () => {
      const person = uniqueDigits('16');
      await tenant.customerWrites(person, { text: 'stop' });
      isRefused(await offer(person));
      const { body } = await tenant.admin('GET', `/contacts?identifier=${encodeURIComponent(`+${person}`)}`);
      await tenant.admin('DELETE', `/contacts/${body.items[0].id}`);
      await pollUntil(async () => ((await offer(person)).status === 200 ? true : null), {
        what: () => 'the person to be erased',
      });
    });

    test('a workspace has its own words', async () => {
      const set = (words: Record<string, unknown>) => tenant.admin('PATCH', '/consent-words', words);
      expect((await tenant.admin('GET', '/consent-words')).body).toMatchObject({ is_default: true });
      expect((await set({ stop_words: ['Basta'] })).body).toMatchObject({ stop_words: ['Basta'], is_default: false });
      expect(await set({ start_words: ['basta'] })).toMatchObject({
        status: 400,
        body: { error: 'invalid_start_words' },
      });
      expect(await set({ stop_words: ['x'.repeat(41)] })).toMatchObject({ status: 400 });
      const person = uniqueDigits('16');
      await tenant.customerWrites(person, { text: 'stop' });
      expect(await offer(person)).toMatchObject({ status: 200 });
      await tenant.customerWrites(person, { text: 'basta!' });
      isRefused(await offer(person));
      expect((await set({ stop_words: null })).body).toMatchObject({ is_default: true });
    });

    test('a tag of Messenger that has ended is refused before anything is sent', async () => {
      const tagged = { channel: 'fb', to: '1', message: 'x', tag: 'account_update' };
      expect(await tenant.post('send', tagged)).toMatchObject({ status: 400, body: { error: 'invalid_tag' } });
    });

    test('own edits and deletions are reported to a subscribed key', async () => {
      const subscribed = await makeTenant(getSystem(), { events: ['message.updated', 'message.deleted'] });
      const { id: account } = await makeTelegramBot(getSystem(), subscribed);
      const chat = uniqueDigits('7');
      await getSystem().sandbox.channel('tg').customerWrites(chat, { account, text: 'Hi' });
      const sent = await subscribed.post('send', { channel: 'tg', to: chat, message: 'First' });
      const { message_id } = sent.body;
      await subscribed.post('edit-message', { channel: 'tg', message_id, message: 'Second' });
      await subscribed.post('delete-message', { channel: 'tg', message_id });
      const deleted = await webhookOf(subscribed, 'message.deleted');
      expect(deleted.body.data).toMatchObject({ message_id, by: 'account', direction: 'out', peer: chat });
      const [updated] = await webhooksOf(subscribed, 'message.updated', 1);
      expect(updated?.body.data).toMatchObject({ message_id, text: 'Second' });
    });
  });
}
