import { DEFAULT_EVENT_TYPES } from '@parley/common/events/event-types';
import type { ContactTyping } from '@parley/common/hints';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type OpenDelivery, openDelivery } from '../../test/open-delivery.ts';
import { openReceiver, type Receiver, serviceSignature } from '../../test/receiver.ts';
import type { WebhookDeliveryService } from '../service.ts';
import { relayTyping } from './relay-typing.ts';

let fixture: OpenDelivery;
let receiver: Receiver;
let service: WebhookDeliveryService;
let accountId: number;
let keys = 0;
let people = 0;

beforeAll(async () => {
  fixture = await openDelivery();
  receiver = await openReceiver();
  service = fixture.openService();
  ({ id: accountId } = await fixture.one<{ id: number }>(
    `INSERT INTO channel_accounts (tenant_id, channel, external_id, name, number, credentials)
     VALUES ($1, 'wd', '7', 'Shop', '+15550100', '') RETURNING id`,
    fixture.tenantId,
  ));
});
afterAll(async () => {
  await fixture[Symbol.asyncDispose]();
  await receiver[Symbol.asyncDispose]();
});
beforeEach(() => fixture.rows('UPDATE api_keys SET revoked_at = now()'));

async function addKey(events: readonly string[] = ['contact.typing'], url?: string) {
  const instanceId = `ins_typing${String(++keys).padStart(5, '0')}`;
  const secret = await fixture.addKey(instanceId, url ?? receiver.url(`/${instanceId}`), { events });
  return { instanceId, secret, arrived: () => receiver.at(`/${instanceId}`) };
}

const typing = (given: Partial<ContactTyping> = {}): ContactTyping => ({
  channel: 'wd',
  externalIds: ['7'],
  from: `+1555${String(++people).padStart(7, '0')}`,
  group: null,
  state: 'typing',
  at: '2026-03-01T08:00:00.000Z',
  ...given,
});

async function relay(...given: ContactTyping[]): Promise<void> {
  for (const one of given) relayTyping(service, one);
  await service.typings.idle();
}

test('typing reaches the subscribed key, signed, with its conversation, and leaves no row', async () => {
  const asking = await addKey();
  const usual = await addKey(DEFAULT_EVENT_TYPES);
  const one = typing();
  const { id } = await fixture.one<{ id: number }>(
    `WITH contact AS (INSERT INTO contacts (tenant_id, channel) VALUES ($1, 'wd') RETURNING id),
          address AS (INSERT INTO contact_addresses (tenant_id, channel, address, contact_id) SELECT $1, 'wd', $2, id FROM contact)
     INSERT INTO conversations (tenant_id, channel, channel_account_id, contact_id, peer)
     SELECT $1, 'wd', $3, id, $2 FROM contact RETURNING id`,
    fixture.tenantId,
    one.from,
    accountId,
  );
  await relay(one);
  const [arrived, ...more] = asking.arrived();
  expect(more).toEqual([]);
  expect(arrived?.body).toMatchObject({ event: 'contact.typing', instance_id: asking.instanceId });
  expect(arrived?.body.data).toEqual({
    channel: 'wd',
    conversation_id: id,
    from: one.from,
    account: { id: '7', number: '+15550100', label: 'Shop' },
    state: 'typing',
    at: one.at,
  });
  expect(arrived?.headers['x-service-signature']).toBe(serviceSignature(arrived?.raw ?? '', asking.secret));
  expect(usual.arrived()).toEqual([]);
  for (const table of ['events', 'deliveries', 'delivery_log', 'delivery_attempts'])
    expect(await fixture.rows(`SELECT 1 FROM ${table}`)).toEqual([]);
});

test('a repeat within three seconds is dropped, but not when it has another state', async () => {
  const { arrived } = await addKey();
  const one = typing();
  await relay(one, one, { ...one, state: 'off' }, one);
  expect(
    arrived()
      .map(({ body }) => body.data.state)
      .toSorted(),
  ).toEqual(['off', 'typing']);
});

test('a failed attempt is not retried, and does not count against the key', async () => {
  const { instanceId } = await addKey(['contact.typing'], 'http://127.0.0.1:9/none');
  await relay(typing());
  expect(await fixture.one('SELECT consecutive_failures FROM lanes WHERE instance_id = $1', instanceId)).toEqual({
    consecutive_failures: 0,
  });
});

test('a paused key, one that is delayed after failures, and an unknown account get nothing', async () => {
  const paused = await addKey();
  const resting = await addKey();
  await fixture.rows(
    'UPDATE lanes SET paused_at = now(), pause_reason = $2 WHERE instance_id = $1',
    paused.instanceId,
    'operator',
  );
  await fixture.rows(
    `UPDATE lanes SET resume_at = now() + interval '1 hour' WHERE instance_id = $1`,
    resting.instanceId,
  );
  await relay(typing(), typing({ externalIds: ['unknown'] }), typing({ externalIds: [`7' OR '1'='1`] }));
  expect([...paused.arrived(), ...resting.arrived()]).toEqual([]);
});

test('a flood is bounded: indicators beyond the queue are dropped, and the next one is sent again', async () => {
  const { arrived } = await addKey();
  const flood = Array.from({ length: 500 }, () => typing());
  await relay(...flood);
  expect(arrived().length).toBeGreaterThan(0);
  expect(arrived().length).toBeLessThan(500);
  const before = arrived().length;
  await relay(typing());
  expect(arrived()).toHaveLength(before + 1);
});
