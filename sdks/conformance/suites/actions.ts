import { makeId } from '@parley/common/ids';
import { makeJpeg } from '@parley/testing/factories/make-jpeg';
import { pollUntil } from '@parley/testing/poll-until';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeBot, makeTelegramBot } from '../../../test/e2e/suites/channels/telegram.ts';
import { connectPage, REDIRECT_URL } from '../../../test/support/channels/connect-channels.ts';
import { linkDevice } from '../../../test/support/channels/linked-devices.ts';
import { makeTenant, uniqueDigits } from '../../../test/support/tenants/client.ts';
import { webhookOf } from '../../../test/support/webhooks/expectations.ts';
import { type Fixture, TEMPLATE } from '../support/open-fixture.ts';
import { METHODS } from '../support/read-api.ts';

const EVENTS = 12;
const DAY_MS = 24 * 3_600_000;

/** Every method of the document, against Parley (docs/reference/requests.md#address). */
export function actionSuite(getFixture: () => Fixture): void {
  describe('actions', () => {
    const called = new Set<string>();
    const call = (method: string, input?: object) => {
      called.add(method);
      return getFixture().driver.get('call', { method, ...(input ? { input } : {}) });
    };

    beforeAll(() => getFixture().useTenant(getFixture().tenant));

    test('the account and its channels', async () => {
      const { tenant, system } = getFixture();
      expect(await call('account.status')).toMatchObject({ ok: true, instance_id: tenant.instanceId });
      expect((await call('channels.list')).channels).toMatchObject([{ channel: 'wa', id: tenant.phoneNumberId }]);
      expect((await call('channels.capabilities')).accounts).toMatchObject([{ channel: 'wa' }]);
      expect((await call('templates.list', { from: tenant.phoneNumberId })).templates).toMatchObject([
        { name: 'order_update', variables: 2 },
      ]);
      const link = { channel: 'fb', redirect_url: REDIRECT_URL };
      expect((await call('channels.connectLink', link)).connect_url).toMatch(/^https?:/);
      const bot = await makeBot(system);
      const connected = await call('channels.connectTelegram', { bot_token: bot.token });
      expect(connected).toMatchObject({ channel: 'tg', bot_username: bot.username });
      expect(await call('channels.disconnect', { channel: 'tg', id: bot.id })).toMatchObject({
        status: 'disconnected',
      });
    });

    test('the webhook of the key', async () => {
      const { tenant, system, useTenant } = getFixture();
      const own = await makeTenant(system);
      await useTenant(own);
      const { url } = await call('account.webhook');
      expect(url).toBe(own.receiver.url);
      await own.admin('PATCH', `/keys/${own.instanceId}`, { set_webhook_enabled: true });
      const answer = await call('account.setWebhook', { url });
      expect(answer).toMatchObject({ url, status: 'active', webhook_secret: expect.stringMatching(/^whsec_/) });
      await useTenant(tenant);
    });

    test('templates: create, update, delete', async () => {
      const address = { channel: 'wa', name: 'order_ready', language: 'en' };
      const body = { text: 'Your order is ready.' };
      const created = await call('templates.create', { ...address, category: 'UTILITY', body });
      expect(created).toMatchObject({ name: address.name, status: 'PENDING' });
      expect(await call('templates.update', { ...address, body })).toMatchObject({ id: created.id, changed: false });
      expect(await call('templates.delete', address)).toMatchObject({ deleted: 1 });
    });

    test('messages: send, look up, schedule, cancel, react, edit, delete, mark as read, show typing', async () => {
      const { tenant, system } = getFixture();
      const to = uniqueDigits('16');
      const sent = await call('messages.send', { channel: 'wa', to, template: TEMPLATE });
      expect(await call('messages.get', { message_id: sent.message_id })).toMatchObject({
        to: expect.stringContaining(to),
      });
      const later = new Date(Date.now() + 3_600_000).toISOString();
      const scheduled = await call('messages.send', { channel: 'wa', to, template: TEMPLATE, send_at: later });
      expect(scheduled).toMatchObject({ status: 'scheduled' });
      const { message_id } = scheduled;
      expect(await call('messages.cancel', { channel: 'wa', message_id })).toMatchObject({ status: 'cancelled' });

      await tenant.customerWrites(to, { text: 'for the read mark' });
      const theirs = await webhookOf(tenant, 'message.received', ({ text }) => text === 'for the read mark');
      const read = { channel: 'wa', message_id: theirs.body.data.message_id };
      expect(await call('messages.markRead', read)).toMatchObject({ ok: true });

      const bot = await makeTelegramBot(system, tenant);
      const chat = uniqueDigits('5');
      await system.sandbox.channel('tg').customerWrites(chat, { account: bot.id, text: 'hi bot' });
      await webhookOf(tenant, 'message.received', ({ from }) => from === chat);
      const own = await call('messages.send', { channel: 'tg', to: chat, message: 'first' });
      const target = { channel: 'tg', message_id: own.message_id };
      expect(await call('messages.react', { ...target, emoji: '👍' })).toMatchObject({ emoji: '👍' });
      expect(await call('messages.edit', { ...target, message: 'second' })).toMatchObject({ message: 'second' });
      expect((await call('messages.get', { message_id: own.message_id })).text).toBe('second');
      expect(await call('messages.delete', target)).toMatchObject({ deleted_at: expect.any(String) });
      expect(await call('messages.typing', { channel: 'tg', to: chat })).toMatchObject({ state: 'typing' });
      expect(await call('calls.reject', { channel: 'wa', call_id: 'wacid.sdk' })).toMatchObject({
        call_id: 'wacid.sdk',
      });
    });

    test('threads that another app shares: pass, take, release', async () => {
      const { tenant, system } = getFixture();
      const to = uniqueDigits('16');
      await tenant.customerWrites(to, { text: 'for the thread' });
      await webhookOf(tenant, 'message.received', ({ text }) => text === 'for the thread');
      const thread = { channel: 'wa', to };
      expect(await call('conversations.passThread', { ...thread, target: 'customer_service' })).toMatchObject({
        thread_owner: 'theirs',
      });
      await system.sandbox.graph.setThread({
        ...{ channel: 'wa', account: tenant.phoneNumberId, to },
        ...{ owner: 'theirs', may_take: true, reports: false },
      });
      expect(await call('conversations.takeThread', thread)).toMatchObject({ thread_owner: 'ours' });
      expect(await call('conversations.releaseThread', thread)).toMatchObject({ thread_owner: 'idle' });
    });

    test('linked devices: create, show, pair, check a number, delete', async () => {
      const { tenant, system } = getFixture();
      const { session_token } = await call('sessions.create', { label: 'Front desk' });
      expect(await call('sessions.status', { session_token })).toMatchObject({ label: 'Front desk' });
      const qr = await pollUntil(
        async () => {
          const answer = await getFixture().driver.ask('call', { method: 'sessions.qr', input: { session_token } });
          called.add('sessions.qr');
          return answer.ok ? answer.result : null;
        },
        { what: () => 'the QR code' },
      );
      expect(qr).toMatchObject({ image: expect.stringMatching(/^data:image\/png/) });
      const phone = uniqueDigits('1777');
      await system.sandbox.devices.putPhone({ number: phone });
      const pair = await call('sessions.pairCode', { session_token, phone: `+${phone}` });
      expect(pair.pairing_code).toMatch(/^[A-Z0-9]{4}-[A-Z0-9]{4}$/);
      const proxy = 'http://shop:secret@127.0.0.1:3128';
      const shown = { proxy: 'http://shop:…@127.0.0.1:3128' };
      expect(await call('sessions.setProxy', { session_token, proxy })).toMatchObject(shown);
      expect(await call('sessions.status', { session_token })).toMatchObject(shown);
      expect(await call('sessions.setProxy', { session_token, proxy: null })).toMatchObject({ proxy: null });
      expect(await call('sessions.delete', { session_token })).toMatchObject({ status: 'disconnected' });
      const device = await linkDevice(system, tenant);
      const number = `+${device.number}`;
      expect((await call('numbers.check', { channel: 'wd', numbers: [number] })).numbers).toMatchObject([
        { number, exists: true },
      ]);
    });

    test('groups of a linked device: create, read, change, invite, decide, leave', async () => {
      const { tenant, system } = getFixture();
      const from = (await linkDevice(system, tenant)).id;
      const bob = uniqueDigits('1778');
      await system.sandbox.devices.putPhone({ number: bob });
      const { group } = await call('groups.create', { from, subject: 'Team', participants: [`+${bob}`] });
      expect(group).toMatchObject({ subject: 'Team', role: 'owner', size: 2 });
      const here = { from, group_id: (group as { group_id: string }).group_id }; // safe: compared above
      expect(await call('groups.get', here)).toMatchObject({ group: { subject: 'Team' } });
      expect((await call('groups.list', { from })).groups).toMatchObject([{ group_id: here.group_id }]);
      expect(await call('groups.update', { ...here, settings: { approve_joins: true } })).toMatchObject({
        group: { settings: { approve_joins: true } },
      });
      const people = { ...here, members: [`+${bob}`] };
      expect((await call('groups.members', { ...people, change: 'promote' })).results).toMatchObject([{ ok: true }]);
      const { invite_link } = await call('groups.invite', here);
      expect((await call('groups.revokeInvite', here)).invite_link).not.toBe(invite_link);
      const { invite_link: invite } = await call('groups.invite', here);
      expect(await call('groups.join', { from, invite })).toMatchObject({ pending: false });
      expect((await call('groups.requests', here)).requests).toEqual([]);
      expect((await call('groups.decideRequests', { ...people, decision: 'approve' })).results).toMatchObject([
        { error: 'not_found' },
      ]);
      expect(await call('groups.leave', here)).toMatchObject({ group_id: here.group_id });
    });

    test('the profile and the block list of a linked device', async () => {
      const { tenant, system } = getFixture();
      const { id: from, number } = await linkDevice(system, tenant);
      const bob = uniqueDigits('1778');
      await system.sandbox.devices.putPhone({ number: bob });
      const data = makeJpeg(64);
      expect(await call('profiles.update', { from, about: 'Open', picture: data })).toMatchObject({
        address: `+${number}`,
      });
      expect(await call('profiles.get', { from })).toMatchObject({ about: 'Open', picture: { data } });
      await call('profiles.update', { from, remove: ['picture'] });
      expect(await call('profiles.get', { from })).toMatchObject({ about: 'Open', picture: null });
      const person = { from, address: `+${bob}` };
      await system.sandbox.devices.putPhone({ number: bob, picture: data });
      expect(await call('profiles.picture', person)).toMatchObject({ picture: { data } });
      expect(await call('profiles.block', person)).toMatchObject({ address: `+${bob}` });
      expect((await call('profiles.blockList', { from })).blocked).toMatchObject([{ address: `+${bob}` }]);
      expect(await call('profiles.unblock', person)).toMatchObject({ address: `+${bob}` });
    });

    test('a file that is uploaded and sent', async () => {
      const { tenant } = getFixture();
      const data = Buffer.from('%PDF-1.7\n').toString('base64');
      const uploaded = await call('files.upload', { data, name: 'invoice.pdf' });
      expect(uploaded).toMatchObject({ name: 'invoice.pdf', mime_type: 'application/pdf', size: 9 });
      const to = uniqueDigits('16');
      await tenant.customerWrites(to, { text: 'for the invoice' });
      await webhookOf(tenant, 'message.received', ({ text }) => text === 'for the invoice');
      const { upload_id } = uploaded;
      expect(await call('messages.send', { channel: 'wa', to, upload_id })).toMatchObject({ ok: true });
    });

    test('conversations and their messages, for a key that may read', async () => {
      const { tenant, system, driver, useTenant } = getFixture();
      const own = await makeTenant(system);
      await useTenant(own);
      await own.admin('PATCH', `/keys/${own.instanceId}`, { may_read: true });
      await own.customerWrites(uniqueDigits('16'), { text: 'Is it there?' });
      const request = { method: 'conversations.list', input: { waiting: true } };
      await pollUntil(async () => ((await driver.ask('call', request)).ok ? true : null), {
        what: () => 'the key to be allowed to read',
      });
      await pollUntil(async () => ((await call('conversations.list', { waiting: true })).count === 1 ? true : null), {
        what: () => 'the conversation that waits',
      });
      const { conversations } = await call('conversations.list', { waiting: true, limit: 1 });
      expect(conversations).toMatchObject([{ waiting: true, conversation_id: expect.any(Number) }]);
      expect(await call('conversations.list', { waiting: false })).toMatchObject({ count: 0 });
      const [{ conversation_id }] = conversations as [{ conversation_id: number }]; // safe: compared above
      expect(await call('messages.list', { conversation_id })).toMatchObject({
        messages: [{ direction: 'in', text: 'Is it there?' }],
      });
      expect(await call('contacts.get', { conversation_id })).toMatchObject({ conversations: [{ conversation_id }] });
      const found = await pollUntil(
        async () => {
          const answer = await call('conversations.search', { q: 'there', kind: 'message' });
          return answer.count === 1 ? answer : null;
        },
        { what: () => 'the words of the message' },
      );
      expect(found).toMatchObject({ results: [{ kind: 'message', person: null, message: { direction: 'in' } }] });
      await useTenant(tenant);
    });

    test('comments: reply, and a list whose pages are iterated', async () => {
      const { tenant, system, driver } = getFixture();
      const page = await connectPage(system, tenant);
      const texts = ['one', 'two', 'three'];
      for (const text of texts) {
        await system.sandbox.profile('fb').customerComments(uniqueDigits('24'), { account: page.id, text });
        await webhookOf(tenant, 'comment.received', (data) => data.text === text);
      }
      const first = await call('comments.list', { platform: 'fb', limit: 2 });
      expect(first).toMatchObject({ count: 2, next_cursor: expect.any(String) });
      const all = await driver.get('items', { method: 'comments.list', input: { platform: 'fb', limit: 2 } });
      expect(all.map(({ text }) => text)).toEqual(texts.toReversed());
      const comment_id = all[0]?.comment_id;
      const reply = { comment_id, message: 'see our shop' };
      expect(await call('comments.reply', reply)).toMatchObject({ in_reply_to: comment_id, platform: 'fb' });
    });

    test('events: pages, and a cursor that moves only past handled events', async () => {
      const { system, driver, useTenant } = getFixture();
      const own = await makeTenant(system);
      for (let n = 0; n < EVENTS; n++) await own.customerWrites(uniqueDigits('16'), { text: `event ${n}` });
      await useTenant(own);
      const listed = await pollUntil(
        async () => {
          const events = await driver.get('items', { method: 'events.list', input: { limit: 5 } });
          return events.length > EVENTS ? events : null;
        },
        { what: () => `${EVENTS} messages and a connection in the ledger` },
      );
      const ids = listed.map(({ id }) => id);
      expect(await call('events.list', { limit: 5 })).toMatchObject({ count: 5, has_more: true });
      const newest = { order: 'newest', type: 'message.received', limit: 5 };
      const received = listed.filter(({ event }) => event === 'message.received').map(({ id }) => id);
      const backwards = await driver.get('items', { method: 'events.list', input: newest });
      expect(backwards.map(({ id }) => id)).toEqual(received.toReversed());

      const some = await driver.get('pull', { take: 7, limit: 5 });
      expect(some.events.map(({ id }) => id)).toEqual(ids.slice(0, 7));
      expect(some.cursor).toBe(ids[6]);
      const rest = await driver.get('pull', { after: some.cursor, take: 1000, limit: 5 });
      expect(rest.events.map(({ id }) => id)).toEqual(ids.slice(7));
      expect((await driver.get('pull', { after: rest.cursor, take: 1000 })).events).toEqual([]);
    });

    test('events: a pull from the end of the ledger, which a stored cursor overrides, and one of the events since a time', async () => {
      const { system, driver, useTenant } = getFixture();
      const own = await makeTenant(system);
      await useTenant(own);
      const readIds = async (request: object) => {
        const { events, cursor } = await driver.get('pull', { take: 1000, limit: 2, ...request });
        return { ids: events.map(({ id }) => id), cursor };
      };
      const waitForMore = (known: number) =>
        pollUntil(
          async () => {
            const { ids } = await readIds({});
            return ids.length > known ? ids : null;
          },
          { what: () => `more than ${known} events in the ledger` },
        );
      await own.customerWrites(uniqueDigits('16'), { text: 'before' });
      // The first event is the connection of the channel.
      const before = await waitForMore(1);
      const end = await readIds({ from_latest: true });
      expect(end).toEqual({ ids: [], cursor: before.at(-1) });

      await own.customerWrites(uniqueDigits('16'), { text: 'after' });
      const all = await waitForMore(before.length);
      expect((await readIds({ after: end.cursor, from_latest: true })).ids).toEqual(all.slice(before.length));
      const { events } = await driver.get('pull', { take: 1000 });
      const since = String(events.at(-1)?.created_at);
      const sinceLast = events.filter(({ created_at }) => String(created_at) >= since).map(({ id }) => id);
      expect(sinceLast.length).toBeLessThan(all.length);
      expect((await readIds({ since })).ids).toEqual(sinceLast);
    });

    test('events: a pull continues after a position older than the ledger with the oldest event, and reports it', async () => {
      const { system, driver, useTenant } = getFixture();
      const own = await makeTenant(system);
      await useTenant(own);
      await own.customerWrites(uniqueDigits('16'), { text: 'oldest' });
      const { events } = await pollUntil(
        async () => {
          const found = await driver.get('pull', { take: 1 });
          return found.events.length > 0 ? found : null;
        },
        { what: () => 'an event in the ledger' },
      );
      const after = makeId('evt', Date.now() - 31 * DAY_MS);
      const pulled = await driver.get('pull', { take: 1, after, warn: true });
      expect(pulled).toMatchObject({ events: [{ id: events[0]?.id }], warnings: ['invalid_after'] });
      const { ok, error } = await driver.ask('pull', { take: 1, after });
      expect([ok, error]).toMatchObject([false, { kind: 'api', code: 'invalid_after' }]);
    });

    test('every method of the document was called', () => {
      expect(METHODS.filter((method) => !called.has(method))).toEqual([]);
    });
  });
}
