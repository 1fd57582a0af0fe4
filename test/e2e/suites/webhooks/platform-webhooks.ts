import { createHmac } from 'node:crypto';
import { PLATFORM_EVENT_TYPES } from '@parley/common/events/event-types';
import { type PlatformEventType, platformEnvelope } from '@parley/common/events/platform-events';
import { pollUntil } from '@parley/testing/poll-until';
import { Webhook } from 'standardwebhooks';
import { afterAll, describe, expect, test } from 'vitest';
import { openChannelFixture } from '../../../support/channels/channel-fixture.ts';
import { CONFORMING_CHANNELS } from '../../../support/channels/conforming-channels.ts';
import { callJson } from '../../../support/requests/call-json.ts';
import type { System } from '../../../support/system/system.ts';
import { makeTenant, type ReceivedWebhook, type TestTenant, uniqueDigits } from '../../../support/tenants/client.ts';
import { ledgerWith, webhookOf } from '../../../support/webhooks/expectations.ts';
import { openPlatformReceiver } from '../../../support/webhooks/platform-receiver.ts';
import type { GetSystem } from '../get-system.ts';

/** Verifies a webhook as a receiver does, against the contract, and with an independent library. */
function expectGenuine(webhook: Omit<ReceivedWebhook, 'seq'>, secret: string): void {
  expect(webhook.headers['x-service-signature']).toBe(
    `sha256=${createHmac('sha256', secret).update(webhook.raw).digest('hex')}`,
  );
  expect(webhook.headers['x-service-event']).toBe(webhook.body.event);
  expect(new Webhook(secret).verify(webhook.raw, webhook.headers)).toEqual(webhook.body);
  const event: PlatformEventType = webhook.body.event;
  expect(platformEnvelope(event).strict().parse(webhook.body)).toEqual(webhook.body);
}

/** A tenant with a platform webhook in addition to its key's. */
async function makeWatchedTenant(system: System, events?: readonly PlatformEventType[]) {
  const tenant = await makeTenant(system);
  return { tenant, ...(await watch(system, tenant, events)) };
}

async function watch(system: System, tenant: TestTenant, events?: readonly PlatformEventType[]) {
  const platform = openPlatformReceiver(system, `${tenant.slug}-platform`);
  const made = await tenant.admin('PUT', '/platform-webhook', { url: platform.url, ...(events ? { events } : {}) });
  expect(made.status).toBe(200);
  return { platform, made: made.body };
}

/** Platform webhooks over HTTP (docs/reference/platform-events.md). */
export function platformWebhookSuite(getSystem: GetSystem): void {
  describe('platform webhooks', () => {
    const deployment = (method: 'GET' | 'PUT' | 'POST' | 'DELETE', path = '', body?: Record<string, unknown>) =>
      callJson(method, `${getSystem().origin}/api/admin/platform-webhook${path}`, {
        token: getSystem().adminToken,
        ...(body ? { body } : {}),
      });
    afterAll(() => deployment('DELETE'));

    test('a customer’s first message causes new-conversation and new-messages; the shop’s reply causes message-sent', async () => {
      const { tenant, platform, made } = await makeWatchedTenant(getSystem());
      const customer = uniqueDigits('16');
      await tenant.customerWrites(customer, { text: 'hello' });
      const received = await webhookOf(tenant, 'message.received');
      const conversation = received.body.data.conversation_id;
      const messages = await platform.one('new-messages');
      expect(messages.body).toMatchObject({
        instance_id: made.instance_id,
        tenant: tenant.slug,
        api_version: '1',
        data: { conversation: { id: conversation, channel: 'wa', peer: `+${customer}`, status: 'open' } },
      });
      expect(messages.body.data.messages).toEqual([received.body.data]);
      const created = await platform.one('new-conversation-created');
      expect(created.body.data).toMatchObject({ conversation: { id: conversation }, started_by: 'customer' });
      const begun = await platform.one('new-conversation');
      expect(begun.body.data).toMatchObject({
        conversation: { id: conversation },
        reopened: false,
        first_message: received.body.data,
      });
      await tenant.post('send', { channel: 'wa', to: customer, message: 'hi there' });
      const reported = await webhookOf(tenant, 'message.sent');
      const sent = await platform.one('message-sent');
      expect(sent.body.data).toEqual(reported.body.data);
      expect(sent.body.id).not.toBe(reported.body.id);
      for (const webhook of [messages, created, begun, sent]) expectGenuine(webhook, made.secret);
    });

    test('a conversation that the shop starts names the shop as its starter and causes no new-conversation', async () => {
      const { tenant, platform } = await makeWatchedTenant(getSystem());
      const to = uniqueDigits('16');
      const template = { name: 'order_update', variables: ['a', 'b'] };
      expect((await tenant.post('send', { channel: 'wa', to, template })).status).toBe(200);
      const created = await platform.one('new-conversation-created');
      expect(created.body.data).toMatchObject({ started_by: 'api', conversation: { peer: `+${to}`, status: 'open' } });
      await platform.one('message-sent', ({ origin }) => origin === 'api');
      await tenant.customerWrites(to, { text: 'thanks' });
      await platform.one('new-messages');
      expect(await platform.of('new-conversation')).toEqual([]);
      expect(await platform.of('new-conversation-created')).toHaveLength(1);
    });

    test('a message typed in the provider’s own inbox is message-sent; a conversation that starts there has started_by dashboard', async () => {
      const channel = CONFORMING_CHANNELS.find(({ code }) => code === 'fb');
      if (!channel) throw new Error('No fb.');
      const fixture = await openChannelFixture(getSystem(), channel);
      const { platform, made } = await watch(getSystem(), fixture.tenant);
      const person = channel.makePerson();
      const text = 'typed by hand';
      await getSystem().sandbox.profile('fb').ownerWrites(person, { account: fixture.account.id, text });
      const sent = await platform.one('message-sent');
      expect(sent.body.data).toMatchObject({ origin: 'dashboard', to: person, text });
      const created = await platform.one('new-conversation-created');
      expect(created.body.data).toMatchObject({
        started_by: 'dashboard',
        conversation: { channel: 'fb', peer: person },
      });
      for (const webhook of [sent, created]) expectGenuine(webhook, made.secret);
    });

    test('a resolved conversation that its customer reopens is reported once as reopened, and as a new conversation', async () => {
      const { tenant, platform, made } = await makeWatchedTenant(getSystem());
      const customer = uniqueDigits('16');
      await tenant.customerWrites(customer, { text: 'first' });
      const { conversation_id: id } = (await webhookOf(tenant, 'message.received')).body.data;
      await tenant.admin('PATCH', `/conversations/${id}`, { status: 'resolved' });
      const resolved = await platform.one('conversation-status-updated');
      expect(resolved.body.data).toMatchObject({
        conversation_id: id,
        status: 'resolved',
        previous_status: 'open',
        by: { type: 'operator', id: null },
      });
      await tenant.customerWrites(customer, { text: 'again' });
      const updated = await platform.one('conversation-status-updated', ({ status }) => status === 'open');
      expect(updated.body.data).toMatchObject({
        conversation_id: id,
        previous_status: 'resolved',
        by: { type: 'customer' },
      });
      const begun = await platform.one('new-conversation', ({ reopened }) => reopened);
      expect(begun.body.data).toMatchObject({ conversation: { id, status: 'open' }, first_message: { text: 'again' } });
      for (const webhook of [resolved, updated, begun]) expectGenuine(webhook, made.secret);
    });

    test('a platform webhook gets only the events that it subscribed to, and none of another tenant', async () => {
      const system = getSystem();
      const { tenant, platform } = await makeWatchedTenant(system, ['new-messages']);
      const other = await makeWatchedTenant(system);
      await tenant.customerWrites(uniqueDigits('16'));
      await other.tenant.customerWrites(uniqueDigits('16'));
      await platform.one('new-messages');
      await other.platform.one('new-conversation');
      expect((await platform.all()).map(({ body }) => body.event)).toEqual(['new-messages']);
      for (const { body } of await other.platform.all()) expect(body.tenant).toBe(other.tenant.slug);
    });

    test('no platform event reaches a key or its ledger', async () => {
      const { tenant, platform } = await makeWatchedTenant(getSystem());
      await tenant.customerWrites(uniqueDigits('16'));
      await platform.one('new-messages');
      await webhookOf(tenant, 'message.received');
      const names = (await tenant.webhooks()).map(({ body }) => body.event);
      expect(names.filter((event) => PLATFORM_EVENT_TYPES.includes(event))).toEqual([]);
      for (const { body } of await tenant.webhooks())
        expect(Object.keys(body)).toEqual(['id', 'event', 'instance_id', 'created_at', 'data']);
      expect(await ledgerWith(tenant, ['message.received'])).not.toContain('new-messages');
    });

    test('an operator changes, tests, pauses, resumes, rotates and deletes it; the secret is shown once, at its creation', async () => {
      const { tenant, platform, made } = await makeWatchedTenant(getSystem());
      expect(made).toMatchObject({ events: [...PLATFORM_EVENT_TYPES], enabled: true });
      expect(made.secret).toMatch(/^whsec_/);
      const changed = await tenant.admin('PUT', '/platform-webhook', { url: platform.url, events: ['message-sent'] });
      expect(changed.body).toMatchObject({ instance_id: made.instance_id, events: ['message-sent'] });
      expect(changed.body).not.toHaveProperty('secret');
      expect((await tenant.admin('GET', '/platform-webhook')).body).toEqual(changed.body);

      expect((await tenant.admin('POST', '/platform-webhook/pause')).body).toMatchObject({ status: 'paused' });
      const tested = await tenant.admin('POST', '/platform-webhook/test-event', { note: 'is this on?' });
      const waiting = await tenant.admin('GET', `/deliveries?instance_id=${made.instance_id}`);
      expect(waiting.body.items).toMatchObject([{ event: 'new-messages', status: 'paused' }]);
      const { secret } = (await tenant.admin('POST', '/platform-webhook/rotate-secret')).body;
      expect((await tenant.admin('POST', '/platform-webhook/resume')).body).toMatchObject({ status: 'active' });
      const arrived = await platform.one('new-messages');
      expect(arrived.body).toMatchObject({ id: tested.body.event_id, data: { test: true, note: 'is this on?' } });
      for (const valid of [secret, made.secret])
        expect(new Webhook(valid).verify(arrived.raw, arrived.headers)).toEqual(arrived.body);
      expect((await tenant.admin('GET', '/platform-webhook/health')).body.consecutive_failures).toBe(0);

      expect((await tenant.admin('DELETE', '/platform-webhook')).status).toBe(200);
      expect((await tenant.admin('GET', '/platform-webhook')).body.error).toBe('unknown_platform_webhook');
      const renewed = await tenant.admin('PUT', '/platform-webhook', { url: platform.url });
      expect(renewed.body.instance_id).not.toBe(made.instance_id);
    });

    test('the deployment’s webhook gets the events of every tenant, including those with their own', async () => {
      const system = getSystem();
      const whole = openPlatformReceiver(system, `platform-${uniqueDigits('')}`);
      const set = await deployment('PUT', '', { url: whole.url, events: ['new-messages'] });
      expect(set.body.instance_id).toMatch(/^plt_/);
      const { tenant, platform } = await makeWatchedTenant(system);
      const other = await makeTenant(system);
      await tenant.customerWrites(uniqueDigits('16'));
      await other.customerWrites(uniqueDigits('16'));
      const mine = await platform.one('new-messages');
      const slugs = await pollUntil(
        async () => {
          const reported = await whole.of('new-messages');
          const found = reported.filter(({ body }) => [tenant.slug, other.slug].includes(body.tenant));
          return found.length === 2 ? found : null;
        },
        { what: () => 'the webhooks of both tenants' },
      );
      if (set.body.secret) for (const webhook of slugs) expectGenuine(webhook, set.body.secret);
      const same = slugs.find(({ body }) => body.tenant === tenant.slug);
      expect(same?.body).toEqual({ ...mine.body, instance_id: set.body.instance_id });
      const { items } = (await deployment('GET', '/deliveries?event=new-messages')).body;
      expect(items[0]).toMatchObject({ event: 'new-messages', instance_id: set.body.instance_id });
    });
  });
}
