import { getDelivery } from '@parley/common/contracts/operator/deliveries';
import { EVENT_TYPES } from '@parley/common/events/event-types';
import { makeId } from '@parley/common/ids';
import { appendRows } from '@parley/messaging/outbox/append-events';
import { pollUntil } from '@parley/testing/poll-until';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type OpenDelivery, openDelivery, type Worker } from '../../test/open-delivery.ts';
import { type Arrived, expectVerified, openReceiver, type Receiver } from '../../test/receiver.ts';
import { relayTyping } from '../typing/relay-typing.ts';

const AT = '2026-09-01T09:00:00.000Z';
const PUBLIC_URL = 'https://parley.example';
const ON = { PARLEY_EVOLUTION_API: 'true', PARLEY_PUBLIC_URL: PUBLIC_URL };

let fixture: OpenDelivery;
let receiver: Receiver;
let worker: Worker;
let accountId: number;
let nextKey = 0;
let instanceId: string;
let path: string;

beforeAll(async () => {
  fixture = await openDelivery();
  receiver = await openReceiver();
  worker = await fixture.startWorker({ variables: ON });
  ({ id: accountId } = await fixture.one<{ id: number }>(
    `INSERT INTO channel_accounts (tenant_id, channel, external_id, name, number, credentials)
     VALUES ($1, 'wd', '3', 'Shop', '+15550100', '') RETURNING id`,
    fixture.tenantId,
  ));
});
afterAll(async () => {
  await fixture[Symbol.asyncDispose]();
  await receiver[Symbol.asyncDispose]();
});
beforeEach(async () => {
  // Only one key at a time has events.
  await fixture.rows('UPDATE api_keys SET revoked_at = now()');
  instanceId = `ins_evolution${++nextKey}`;
  path = `/${instanceId}`;
});

const addKey = (fragment: string) => fixture.addKey(instanceId, receiver.url(path) + fragment, { events: EVENT_TYPES });

const received = (given: object = {}) => ({
  channel: 'wd',
  conversation_id: 1,
  message_id: 41,
  from: '+5511999999999',
  account: { id: '3', number: '+15550100', label: 'Shop' },
  text: 'Hello 👋',
  attachments: [],
  received_at: AT,
  reply_until: null,
  provider_message_id: '3EB0RECEIVED',
  sender: { name: 'Ann', username: null, phone: '+5511999999999' },
  reply_to: null,
  ...given,
});

/** Commits an event and waits for its webhook. */
async function arrivalOf(
  data: object,
  {
    type = 'message.received',
    at = path,
    of = worker,
  }: { type?: 'message.received' | 'template.status'; at?: string; of?: Worker } = {},
): Promise<Arrived> {
  const row = { id: makeId('evt'), tenantId: fixture.tenantId, type, channel: 'wd' as const, conversationId: null };
  const event = { ...row, data: JSON.stringify(data), createdAt: new Date(AT), traceparent: null };
  await fixture.database.db.transaction((sql) => appendRows(sql, [event]));
  of.hint(instanceId);
  return pollUntil(() => receiver.at(at)[0] ?? null, { what: () => `a webhook at ${at}` });
}

/** A stored message that others may quote. */
async function storeMessage(tenantId = fixture.tenantId, direction: 'in' | 'out' = 'in'): Promise<string> {
  const { id } = await fixture.one<{ id: string }>(
    `WITH contact AS (INSERT INTO contacts (tenant_id, channel) VALUES ($1, 'wd') RETURNING id),
          conversation AS (
            INSERT INTO conversations (tenant_id, channel, channel_account_id, contact_id, peer)
            SELECT $1, 'wd', $2, id, '+5511999999999' FROM contact RETURNING id)
     INSERT INTO messages (tenant_id, conversation_id, channel_account_id, channel, direction, origin, status, peer, text, provider_message_id, happened_at)
     SELECT $1, id, $2, 'wd', $3, $4, $5, '+5511999999999', 'When?', $6, now() FROM conversation RETURNING id`,
    tenantId,
    accountId,
    direction,
    ...(direction === 'in' ? ['customer', 'received'] : ['api', 'sent']),
    makeId('req'),
  );
  return id;
}

const envelope = {
  event: 'messages.upsert',
  instance: 'Shop',
  sender: '15550100@s.whatsapp.net',
  server_url: `${PUBLIC_URL}/acme/evolution`,
  apikey: null,
  date_time: AT,
  data: { key: { remoteJid: '5511999999999@s.whatsapp.net', fromMe: false, id: '3EB0RECEIVED' } },
};

describe('a webhook whose address asks for the form', () => {
  test('gets it, signed, without the fragment', async () => {
    const secret = await addKey('#evolution');
    const arrived = await arrivalOf(received());
    expect(arrived.body).toMatchObject({ ...envelope, destination: receiver.url(path) });
    expect(arrived.body).not.toHaveProperty('instance_id');
    expect(arrived.headers).toMatchObject({
      'x-service-event': 'message.received',
      'content-type': 'application/json',
    });
    expectVerified(arrived, secret);
  });

  test('gets it at an address for each event, if it asks for that', async () => {
    await addKey('#evolution-by-events');
    const at = `${path}/messages-upsert`;
    expect((await arrivalOf(received(), { at })).body).toMatchObject({ ...envelope, destination: receiver.url(at) });
  });

  test.each([
    ['in', '5511999999999@s.whatsapp.net'],
    ['out', '15550100@s.whatsapp.net'],
  ] as const)('gets a quoted message that went %s by WhatsApp’s id', async (direction, participant) => {
    await addKey('#evolution');
    const id = await storeMessage(fixture.tenantId, direction);
    const { body } = await arrivalOf(received({ reply_to: id }));
    expect(body.data.contextInfo).toEqual({
      stanzaId: expect.stringMatching(/^req_/),
      participant,
      quotedMessage: { conversation: 'When?' },
    });
  });

  test('never gets a message of another tenant as a quote', async () => {
    await addKey('#evolution');
    const other = await fixture.one<{ id: number }>(
      `INSERT INTO tenants (slug, name) VALUES ('other', 'Other') RETURNING id`,
    );
    const id = await storeMessage(other.id);
    expect((await arrivalOf(received({ reply_to: id }))).body.data.contextInfo).toBeNull();
  });

  test('gets events that have no such form in Parley’s own', async () => {
    await addKey('#evolution');
    const { body } = await arrivalOf({ channel: 'wa', name: 'order' }, { type: 'template.status' });
    expect(body).toMatchObject({ event: 'template.status', instance_id: instanceId, data: { name: 'order' } });
  });

  test('is shown to the operator with the body that it got', async () => {
    await addKey('#evolution');
    const { raw } = await arrivalOf(received());
    const logged = await pollUntil(
      async () =>
        (await fixture.rows<{ id: string }>('SELECT id FROM delivery_log WHERE instance_id = $1', instanceId))[0] ??
        null,
      { what: () => 'the delivery in the log' },
    );
    const shown = await worker.call(getDelivery, { slug: 'acme', id: logged.id });
    expect(shown.payload).toBe(raw);
  });

  test('gets typing signs', async () => {
    await addKey('#evolution');
    const service = fixture.openService({ variables: ON });
    const from = '+5511999999999';
    relayTyping(service, { channel: 'wd', externalIds: ['3'], from, group: null, state: 'recording', at: AT });
    await service.typings.idle();
    const jid = '5511999999999@s.whatsapp.net';
    expect(receiver.at(path)[0]?.body).toMatchObject({
      event: 'presence.update',
      data: { id: jid, presences: { [jid]: { lastKnownPresence: 'recording' } } },
    });
  });
});

describe('Parley’s own form', () => {
  test('is that of an address without the fragment', async () => {
    await addKey('#top');
    expect((await arrivalOf(received())).body).toMatchObject({ event: 'message.received', instance_id: instanceId });
  });

  test('is that of every address unless the variable is set', async () => {
    await using off = await openDelivery();
    const own = await off.startWorker();
    instanceId = `ins_off${nextKey}`;
    await off.addKey(instanceId, `${receiver.url(path)}#evolution-by-events`);
    await off.commit({ data: received() });
    own.hint(instanceId);
    const { body } = await pollUntil(() => receiver.at(path)[0] ?? null, { what: () => `a webhook at ${path}` });
    expect(body).toMatchObject({ event: 'message.received', instance_id: instanceId });
  });
});
