import { events } from '@parley/common/contracts/account/events';
import {
  getPlatformDelivery,
  listDeliveries,
  listPlatformDeliveries,
  replayPlatformDeliveries,
} from '@parley/common/contracts/operator/deliveries';
import {
  checkTenantPlatformWebhook,
  pauseTenantPlatformWebhook,
  resumeTenantPlatformWebhook,
  testPlatformWebhook,
  testTenantPlatformWebhook,
} from '@parley/common/contracts/operator/platform-webhook';
import { PLATFORM_EVENT_TYPES } from '@parley/common/events/event-types';
import { appendPlatformEvents } from '@parley/messaging/outbox/platform-events';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeSecret, type OpenDelivery, openDelivery, type Worker } from '../../test/open-delivery.ts';
import {
  type Arrived,
  expectVerified,
  openReceiver,
  type Receiver,
  serviceSignature,
  status,
} from '../../test/receiver.ts';

const slug = 'acme';
const KEY = 'ins_besides00001';
let fixture: OpenDelivery;
let receiver: Receiver;
let worker: Worker;
let serial = 0;
let ofTenant: { instanceId: string; secret: string };
let ofDeployment: { instanceId: string; secret: string };

async function addPlatformWebhook(tenantId: number | null, wanted: readonly string[] = PLATFORM_EVENT_TYPES) {
  const instanceId = `plt_delivered${String(++serial).padStart(4, '0')}`;
  const secret = makeSecret();
  await fixture.rows(
    'INSERT INTO platform_webhooks (instance_id, tenant_id, url, events, secret) VALUES ($1, $2, $3, $4, $5)',
    instanceId,
    tenantId,
    receiver.url(`/${instanceId}`),
    [...wanted],
    fixture.encryptPlatform(secret),
  );
  await fixture.rows('INSERT INTO lanes (instance_id) VALUES ($1)', instanceId);
  return { instanceId, secret };
}

const at = ({ instanceId }: { instanceId: string }): Arrived[] => receiver.at(`/${instanceId}`);
const untilEnded = ({ instanceId }: { instanceId: string }, n: number, outcome = 'delivered'): Promise<void> =>
  fixture.until(
    `${n} ${outcome} of ${instanceId}`,
    'SELECT count(*) = $2 FROM delivery_log WHERE instance_id = $1 AND status = $3',
    instanceId,
    n,
    outcome,
  );

/** Commits the event of an archived conversation, like its writer. */
async function archive(conversationId: number, tenantId: number = fixture.tenantId): Promise<void> {
  const createdAt = new Date();
  const woken = await fixture.database.db.transaction((sql) =>
    appendPlatformEvents(sql, [
      {
        type: 'conversation-status-updated',
        tenantId,
        channel: 'wa',
        conversationId,
        createdAt,
        data: {
          conversation_id: conversationId,
          status: 'archived',
          previous_status: 'open',
          by: { type: 'operator', id: null },
          at: createdAt.toISOString(),
        },
      },
    ]),
  );
  worker.hint(...woken);
}

beforeAll(async () => {
  fixture = await openDelivery();
  receiver = await openReceiver();
  worker = await fixture.startWorker({ variables: { PARLEY_WEBHOOK_RETRY_SCHEDULE: '0.05' } });
  await fixture.rows(`INSERT INTO tenants (slug, name) VALUES ('other', 'Other')`);
  await fixture.addKey(KEY, receiver.url(`/${KEY}`));
});
afterAll(async () => {
  await fixture[Symbol.asyncDispose]();
  await receiver[Symbol.asyncDispose]();
});
beforeEach(async () => {
  await fixture.rows('UPDATE platform_webhooks SET revoked_at = now() WHERE revoked_at IS NULL');
  ofTenant = await addPlatformWebhook(fixture.tenantId);
  ofDeployment = await addPlatformWebhook(null);
});

describe('a platform event', () => {
  test('is sent once to the tenant’s webhook and to the deployment’s, signed in both ways', async () => {
    await archive(1);
    for (const target of [ofTenant, ofDeployment]) {
      await untilEnded(target, 1);
      const [arrived] = at(target);
      if (!arrived) throw new Error('No webhook arrived.');
      expect(at(target)).toHaveLength(1);
      expectVerified(arrived, target.secret);
      expect(arrived.headers['x-service-signature']).toBe(serviceSignature(arrived.raw, target.secret));
      expect(arrived.headers['x-service-event']).toBe('conversation-status-updated');
      expect(arrived.headers['webhook-id']).toBe(arrived.body.id);
      expect(Object.keys(arrived.body)).toEqual([
        'id',
        'event',
        'instance_id',
        'tenant',
        'api_version',
        'created_at',
        'data',
      ]);
      expect(arrived.body).toMatchObject({
        event: 'conversation-status-updated',
        instance_id: target.instanceId,
        tenant: slug,
        api_version: '1',
      });
    }
    expect(at(ofTenant)[0]?.body.id).toBe(at(ofDeployment)[0]?.body.id);
  });

  test('never reaches a key, nor its ledger', async () => {
    await archive(2);
    await untilEnded(ofTenant, 1);
    expect(receiver.at(`/${KEY}`)).toEqual([]);
    const ledger = await worker.callAs(KEY, events, { limit: 100 });
    expect(ledger.events).toEqual([]);
    const id = at(ofTenant)[0]?.body.id ?? '';
    await expect(worker.callAs(KEY, events, { after: id, limit: 100 })).rejects.toMatchObject({
      code: 'invalid_after',
    });
  });

  test('leaves the envelope of a key’s webhook unchanged', async () => {
    await fixture.commit({ data: { n: 1 } });
    worker.hint(KEY);
    await untilEnded({ instanceId: KEY }, 1);
    expect(Object.keys(receiver.at(`/${KEY}`)[0]?.body ?? {})).toEqual([
      'id',
      'event',
      'instance_id',
      'created_at',
      'data',
    ]);
    expect(at(ofTenant)).toEqual([]);
  });

  test('without a subscriber is not written', async () => {
    await fixture.rows(`UPDATE platform_webhooks SET events = '{new-messages}' WHERE revoked_at IS NULL`);
    const count = 'SELECT count(*)::int AS n FROM events WHERE position IS NULL';
    const before = await fixture.one<{ n: number }>(count);
    await archive(3);
    expect(await fixture.one(count)).toEqual(before);
  });

  test('of another tenant is sent only to the deployment’s webhook', async () => {
    const { id } = await fixture.one<{ id: number }>(`SELECT id FROM tenants WHERE slug = 'other'`);
    await archive(4, id);
    await untilEnded(ofDeployment, 1);
    expect(at(ofDeployment)[0]?.body).toMatchObject({ tenant: 'other' });
    expect(at(ofTenant)).toEqual([]);
  });

  test('is not kept for a disabled webhook', async () => {
    await fixture.rows('UPDATE platform_webhooks SET enabled = false WHERE instance_id = $1', ofTenant.instanceId);
    await archive(5);
    await untilEnded(ofDeployment, 1);
    expect(await fixture.rows('SELECT 1 FROM deliveries WHERE instance_id = $1', ofTenant.instanceId)).toEqual([]);
  });
});

describe('an operator', () => {
  test('lists and replays failed ones of the tenant and of the deployment', async () => {
    receiver.answer(`/${ofDeployment.instanceId}`, status(500, {}, 'no'));
    await archive(6);
    await untilEnded(ofDeployment, 1, 'failed');
    await untilEnded(ofTenant, 1);
    const filter = { limit: 10, instanceId: ofDeployment.instanceId };
    const { items } = await worker.call(listPlatformDeliveries, filter);
    expect(items).toMatchObject([{ event: 'conversation-status-updated', status: 'failed' }]);
    const id = items[0]?.id ?? '';
    expect((await worker.call(getPlatformDelivery, { id })).attempts).toMatchObject([
      { statusCode: 500, response: 'no' },
      { statusCode: 500 },
    ]);
    const ofKeys = await worker.call(listDeliveries, { slug, limit: 10, instanceId: ofTenant.instanceId });
    expect(ofKeys.items).toMatchObject([{ event: 'conversation-status-updated', status: 'delivered' }]);
    receiver.answer(`/${ofDeployment.instanceId}`, status(200));
    expect(await worker.call(replayPlatformDeliveries, { id, status: 'any' })).toEqual({
      replayed: 1,
      nextCursor: null,
    });
    await untilEnded(ofDeployment, 1);
  });

  test('sends a test event to the webhook of a tenant, and to the deployment’s without a tenant', async () => {
    const sent = await worker.call(testTenantPlatformWebhook, { slug, event: 'sms-sent', note: 'hello' });
    await untilEnded(ofTenant, 1);
    expect(at(ofTenant)[0]?.body).toMatchObject({
      id: sent.eventId,
      event: 'sms-sent',
      tenant: slug,
      data: { test: true, note: 'hello' },
    });
    await worker.call(testPlatformWebhook, { event: 'new-messages' });
    await untilEnded(ofDeployment, 1);
    expect(at(ofDeployment)[0]?.body).toMatchObject({ event: 'new-messages', tenant: null });
    await expect(worker.call(testTenantPlatformWebhook, { slug: 'other', event: 'sms-sent' })).rejects.toMatchObject({
      code: 'unknown_platform_webhook',
    });
  });

  test('pauses it, sees waiting deliveries, and resumes it', async () => {
    expect(await worker.call(pauseTenantPlatformWebhook, { slug })).toMatchObject({
      instanceId: ofTenant.instanceId,
      status: 'paused',
      reason: 'operator',
    });
    await archive(7);
    await untilEnded(ofDeployment, 1);
    expect(await worker.call(checkTenantPlatformWebhook, { slug })).toMatchObject({ status: 'paused', waiting: 1 });
    expect(at(ofTenant)).toEqual([]);
    expect(await worker.call(resumeTenantPlatformWebhook, { slug })).toMatchObject({ status: 'active' });
    await untilEnded(ofTenant, 1);
  });
});

test('deliveries of a deleted webhook end as failed', async () => {
  await worker.call(pauseTenantPlatformWebhook, { slug });
  await archive(8);
  await fixture.rows('UPDATE platform_webhooks SET revoked_at = now() WHERE instance_id = $1', ofTenant.instanceId);
  const other = await fixture.startWorker();
  await untilEnded(ofTenant, 1, 'failed');
  await other.close();
  expect(at(ofTenant)).toEqual([]);
});
