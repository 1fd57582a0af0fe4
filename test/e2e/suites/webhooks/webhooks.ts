import { createHmac } from 'node:crypto';
import { pollUntil } from '@parley/testing/poll-until';
import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { joinTenant } from '../../../support/console/console-browser.ts';
import { makeTenant, type ReceivedWebhook, type TestTenant, uniqueDigits } from '../../../support/tenants/client.ts';
import { expectSigned, webhookOf, webhooksOf } from '../../../support/webhooks/expectations.ts';
import type { GetSystem } from '../get-system.ts';

const inbound = { events: ['message.received'] };

/** Reads the whole ledger, as a receiver that was down does. */
async function readLedger(tenant: TestTenant, limit: string, after?: string): Promise<ReceivedWebhook['body'][]> {
  const found: ReceivedWebhook['body'][] = [];
  for (let at = after; ; ) {
    const { status, body } = await tenant.get('events', { limit, ...(at ? { after: at } : {}) });
    expect(status).toBe(200);
    found.push(...body.events);
    if (!body.has_more) return found;
    at = body.next_after;
  }
}

/** Webhook management by customers and operators (docs/reference/webhook-delivery.md#managing-deliveries). */
export function webhookSuite(getSystem: GetSystem): void {
  describe('webhooks', () => {
    test('the event ledger returns each event as its webhook had it, in order, page by page', async () => {
      const tenant = await makeTenant(getSystem(), inbound);
      for (let n = 0; n < 5; n++) await tenant.customerWrites(uniqueDigits('16'), { text: `number ${n}` });
      const webhooks = await webhooksOf(tenant, 'message.received', 5);
      await pollUntil(async () => ((await readLedger(tenant, '500')).length === 5 ? true : null), {
        what: () => 'the ledger to hold all five',
      });
      const ledger = await readLedger(tenant, '2');
      expect(ledger.map(({ data }) => data.text)).toEqual([0, 1, 2, 3, 4].map((n) => `number ${n}`));
      const reported = new Map(webhooks.map(({ body }) => [body.id, body]));
      for (const event of ledger) expect(event).toEqual(reported.get(event.id));
      expect((await readLedger(tenant, '2', ledger[2].id)).map(({ id }) => id)).toEqual([ledger[3].id, ledger[4].id]);
      const conversation_id = String(ledger[1].data.conversation_id);
      for (const [query, expected] of [
        [{ order: 'newest', limit: '2' }, [ledger[4], ledger[3]]],
        [{ order: 'newest', limit: '2', after: ledger[3].id }, [ledger[2], ledger[1]]],
        [{ conversation_id, type: 'message.received', channel: 'wa' }, [ledger[1]]],
      ] as const)
        expect((await tenant.get('events', query)).body.events).toEqual(expected);
      expect(await tenant.get('events', { order: 'newest', after: 'latest' })).toMatchObject({
        ...{ status: 400, body: { error: 'invalid_after' } },
      });
    });

    test('the ledger shows nothing of another tenant, and an unknown id is invalid_after', async () => {
      const [one, other] = [await makeTenant(getSystem(), inbound), await makeTenant(getSystem(), inbound)];
      await one.customerWrites(uniqueDigits('16'));
      const { body } = await webhookOf(one, 'message.received');
      expect(await readLedger(other, '10')).toEqual([]);
      for (const after of [body.id, 'evt_0000000001'])
        expect(await other.get('events', { after })).toMatchObject({ status: 400, body: { error: 'invalid_after' } });
      expect(await other.get('events', { limit: '501' })).toMatchObject({
        status: 400,
        body: { error: 'invalid_limit' },
      });
    });

    test('a key without a webhook address gets its events from the ledger only', async () => {
      const tenant = await makeTenant(getSystem(), inbound);
      await tenant.admin('PATCH', `/keys/${tenant.instanceId}`, { webhook_url: null });
      await tenant.customerWrites(uniqueDigits('16'), { text: 'pull me' });
      const [event] = await pollUntil(
        async () => {
          const found = await readLedger(tenant, '10');
          return found.length > 0 ? found : null;
        },
        { what: () => 'the event in the ledger' },
      );
      expect(event.data.text).toBe('pull me');
    });

    test('a paused webhook keeps its events, reports that, and delivers them when it is resumed', async () => {
      const tenant = await makeTenant(getSystem(), inbound);
      const webhook = `/keys/${tenant.instanceId}/webhook`;
      expect((await tenant.admin('POST', `${webhook}/pause`)).body).toMatchObject({
        status: 'paused',
        reason: 'operator',
      });
      await tenant.customerWrites(uniqueDigits('16'), { text: 'wait' });
      const listed = await pollUntil(
        async () => {
          const { body } = await tenant.admin('GET', '/deliveries?status=paused');
          return body.items.length === 1 ? body.items : null;
        },
        { what: () => 'the delivery to wait' },
      );
      expect(listed[0]).toMatchObject({ event: 'message.received', instance_id: tenant.instanceId });
      expect(await tenant.webhooks()).toEqual([]);
      expect((await tenant.admin('GET', webhook)).body.waiting).toBe(1);
      expect((await tenant.admin('POST', `${webhook}/resume`)).body).toMatchObject({ status: 'active', reason: null });
      expectSigned(await webhookOf(tenant, 'message.received'), tenant.webhookSecret);
    });

    test('both secrets sign for a day after a rotation, in both schemes', async () => {
      const tenant = await makeTenant(getSystem(), inbound);
      const rotated = await tenant.admin('POST', `/keys/${tenant.instanceId}/rotate-secret`);
      await tenant.customerWrites(uniqueDigits('16'));
      const webhook = await webhookOf(tenant, 'message.received');
      expectSigned(webhook, rotated.body.webhook_secret);
      expect(webhook.headers['x-service-signature-previous']).toBe(
        `sha256=${createHmac('sha256', tenant.webhookSecret).update(webhook.raw).digest('hex')}`,
      );
      expect(new Webhook(tenant.webhookSecret).verify(webhook.raw, webhook.headers)).toEqual(webhook.body);
    });

    test('a key that may do so sets its own webhook; the change is in the audit log, the new secret signs', async () => {
      const tenant = await makeTenant(getSystem(), inbound);
      const { url } = tenant.receiver;
      const key = `/keys/${tenant.instanceId}`;
      await tenant.admin('PATCH', key, { set_webhook_enabled: true, webhook_url: null });
      const { status, body } = await tenant.post('set-webhook', { url });
      expect([status, body]).toMatchObject([200, { ok: true, url, events: ['message.received'], status: 'active' }]);
      await tenant.customerWrites(uniqueDigits('16'), { text: 'for the new address' });
      const webhook = await webhookOf(tenant, 'message.received');
      expectSigned(webhook, body.webhook_secret);
      expect(() => new Webhook(tenant.webhookSecret).verify(webhook.raw, webhook.headers)).toThrow();
      const { browser: owner } = await joinTenant(getSystem(), tenant.slug, 'owner');
      const { items } = await owner.call('list-audit', { limit: 1, action: 'set-webhook' });
      expect(items).toMatchObject([{ actor: { type: 'key', id: tenant.instanceId }, outcome: 'done' }]);
      expect(items[0]?.changes).toEqual(
        expect.arrayContaining([
          { field: 'url', before: null, after: url },
          { field: 'webhook_secret', before: '•••', after: '•••' },
        ]),
      );
      expect(JSON.stringify(items)).not.toContain(body.webhook_secret);
    });

    test('a failed delivery is listed with its attempts, and arrives when it is replayed', async () => {
      const system = getSystem();
      const tenant = await makeTenant(system, inbound);
      await tenant.receiver.behave({ mode: 'status', status: 410 });
      await tenant.customerWrites(uniqueDigits('16'), { text: 'again' });
      await pollUntil(
        async () =>
          (await tenant.admin('GET', `/keys/${tenant.instanceId}/webhook`)).body.reason === 'gone' ? true : null,
        { what: () => 'the webhook to be disabled by 410' },
      );
      const { items } = (await tenant.admin('GET', '/deliveries')).body;
      const one = (await tenant.admin('GET', `/deliveries/${items[0].id}`)).body;
      expect(one).toMatchObject({ status: 'paused', attempts: [{ status_code: 410, error: null }] });
      await tenant.receiver.behave();
      await tenant.admin('POST', `/keys/${tenant.instanceId}/webhook/resume`);
      await webhooksOf(tenant, 'message.received', 2);
      await pollUntil(
        async () =>
          (await tenant.admin('GET', `/deliveries/${items[0].id}`)).body.status === 'delivered' ? true : null,
        { what: () => 'the delivery to have ended' },
      );
      const replayed = await tenant.admin('POST', '/deliveries/replay', { id: items[0].id });
      expect(replayed.body).toEqual({ replayed: 1, next_cursor: null });
      const all = await webhooksOf(tenant, 'message.received', 3);
      expect(new Set(all.map(({ raw }) => raw)).size).toBe(1);
    });

    test('an ordered key gets the events of a conversation one after another, whatever its receiver answers', async () => {
      const system = getSystem();
      const tenant = await makeTenant(system, inbound);
      await tenant.admin('PATCH', `/keys/${tenant.instanceId}`, { ordered: true });
      await tenant.receiver.behave({ mode: 'status', status: 500, times: 2 });
      const customer = uniqueDigits('16');
      for (let n = 1; n <= 5; n++) await tenant.customerWrites(customer, { text: String(n) });
      await webhooksOf(tenant, 'message.received', 7);
      const texts = (await tenant.webhooks()).map(({ body }) => body.data.text);
      expect(texts).toEqual(['1', '1', '1', '2', '3', '4', '5']);
    });
  });
}
