import { events as readLedger } from '@parley/common/contracts/account/events';
import type { EventType } from '@parley/common/events';
import { EVENT_DATA } from '@parley/common/events/event-data';
import { DEFAULT_EVENT_TYPES, OPT_IN_EVENT_TYPES } from '@parley/common/events/event-types';
import { sampleOptIn } from '@parley/common/events/sample-opt-in-events';
import { makeId } from '@parley/common/ids';
import { appendRows } from '@parley/messaging/outbox/append-events';
import type { OutboxRow } from '@parley/messaging/outbox/new-event';
import { pollUntil } from '@parley/testing/poll-until';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type OpenDelivery, openDelivery, type Worker } from '../../test/open-delivery.ts';
import { openReceiver, type Receiver, serviceSignature } from '../../test/receiver.ts';

let fixture: OpenDelivery;
let receiver: Receiver;
let worker: Worker;
let count = 0;

beforeAll(async () => {
  fixture = await openDelivery();
  receiver = await openReceiver();
  worker = await fixture.startWorker();
});
afterAll(async () => {
  await fixture[Symbol.asyncDispose]();
  await receiver[Symbol.asyncDispose]();
});
beforeEach(() => fixture.rows('UPDATE api_keys SET revoked_at = now()'));

/** A key with these types, in a path of its own. */
async function addKey(events: readonly string[], receipts: readonly string[] = []) {
  const instanceId = `ins_optin${String(++count).padStart(6, '0')}`;
  const secret = await fixture.addKey(instanceId, receiver.url(`/${instanceId}`), { events, receipts });
  return { instanceId, secret, arrived: () => receiver.at(`/${instanceId}`) };
}

const FACTS = {
  channel: 'wa',
  conversation_id: 1,
  account: { id: '1', number: '+15550100', label: 'Shop' },
  customer: '+15550101',
  message_id: '1',
  provider_message_id: 'wamid.1',
  at: '2026-03-01T08:00:00.000Z',
} as const;

const rowOf = (type: EventType, data: object, channel: OutboxRow['channel'] = 'wa'): OutboxRow => ({
  id: makeId('evt'),
  tenantId: fixture.tenantId,
  type,
  channel,
  conversationId: null,
  data: JSON.stringify(data),
  createdAt: new Date(),
  traceparent: null,
});

async function write(...rows: OutboxRow[]): Promise<void> {
  const woken = await fixture.database.db.transaction((sql) => appendRows(sql, rows));
  worker.hint(...woken);
}

const typesIn = async (instanceId: string) =>
  (await worker.callAs(instanceId, readLedger, { limit: 100 })).events.map(({ event }) => event);

/** The ledger shows an event once every transaction of the server that is older has ended. */
async function ledgerShows(instanceId: string, type: EventType): Promise<void> {
  const found = await pollUntil(
    async () => {
      const types = await typesIn(instanceId);
      return types.length > 0 ? types : null;
    },
    { what: () => `${type} in the ledger` },
  );
  expect(found).toEqual([type]);
}

const STORED = OPT_IN_EVENT_TYPES.filter((type) => type !== 'contact.typing');

test.each(STORED)('%s reaches the key that subscribes to it, signed, and no other', async (type) => {
  const asking = await addKey([type]);
  const usual = await addKey(DEFAULT_EVENT_TYPES);
  const data = EVENT_DATA[type].parse(sampleOptIn(FACTS)[type]);
  await write(rowOf(type, data));
  const [arrived] = await pollUntil(() => (asking.arrived().length > 0 ? asking.arrived() : null), {
    what: () => type,
  });
  expect(arrived?.body).toMatchObject({ event: type, instance_id: asking.instanceId, data });
  expect(arrived?.headers).toMatchObject({
    'x-service-event': type,
    'x-service-signature': serviceSignature(arrived?.raw ?? '', asking.secret),
  });
  await ledgerShows(asking.instanceId, type);
  expect(await typesIn(usual.instanceId)).toEqual([]);
  expect(await fixture.rows('SELECT 1 FROM deliveries WHERE instance_id = $1', usual.instanceId)).toEqual([]);
  expect(usual.arrived()).toEqual([]);
});

test('an opt-in event without a subscriber is not written, and a default event of the same batch is written', async () => {
  const usual = await addKey(DEFAULT_EVENT_TYPES);
  const before = await fixture.one<{ count: string }>('SELECT count(*) FROM events');
  await write(...STORED.map((type) => rowOf(type, {})), rowOf('message.received', { n: 1 }));
  const after = await fixture.one<{ count: string }>('SELECT count(*) FROM events');
  expect(Number(after.count) - Number(before.count)).toBe(1);
  await ledgerShows(usual.instanceId, 'message.received');
});

test('receipts of tt go only to a key that subscribes to them, and receipts of other channels go to both keys', async () => {
  const usual = await addKey(['message.status']);
  await write(rowOf('message.status', { n: 1 }, 'tt'));
  expect(await fixture.rows(`SELECT 1 FROM events WHERE channel = 'tt'`)).toEqual([]);
  const asking = await addKey(['message.status'], ['tt']);
  const only = await addKey(['message.sent'], ['tt']);
  await write(rowOf('message.status', { n: 2 }, 'tt'), rowOf('message.status', { n: 3 }, 'fb'));
  await pollUntil(() => (asking.arrived().length === 2 && usual.arrived().length === 1 ? true : null), {
    what: () => 'both',
  });
  expect(asking.arrived().map(({ body }) => body.data)).toEqual(expect.arrayContaining([{ n: 2 }, { n: 3 }]));
  expect(usual.arrived().map(({ body }) => body.data)).toEqual([{ n: 3 }]);
  await ledgerShows(usual.instanceId, 'message.status');
  expect(await typesIn(only.instanceId)).toEqual([]);
});
