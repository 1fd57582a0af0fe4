import { storeDeviceItems } from '@parley/common/contracts/internal/store-device-items';
import { PLATFORM_EVENT_TYPES } from '@parley/common/events/event-types';
import { NewMessagesData } from '@parley/common/events/platform-events';
import { expect, test } from 'vitest';
import { type OpenInbound, openForTest } from '../../test/open-inbound.ts';
import { echoItem, messageItem, mid, openPeople, PEER } from '../../test/open-people.ts';
import { messagesBody, textMessage } from '../../test/wa-bodies.ts';

/** A platform webhook of the tenant, and one of the deployment. */
async function addPlatformWebhooks(inbound: OpenInbound): Promise<void> {
  for (const tenantId of [inbound.tenantId, null])
    await inbound.rows(
      `INSERT INTO platform_webhooks (instance_id, tenant_id, url, events, secret)
       VALUES ($1, $2, 'https://platform.example/hook', $3, 'x')`,
      `plt_hears${String(tenantId).padStart(10, '0')}`,
      tenantId,
      [...PLATFORM_EVENT_TYPES],
    );
}

const isPlatform = ({ type }: { type: string }): boolean => !type.includes('.');
const reportedTypes = async (inbound: OpenInbound) =>
  (await inbound.events()).filter(isPlatform).map(({ type }) => type);
const deliveriesOf = (inbound: OpenInbound) =>
  inbound.rows(`SELECT event_seq FROM deliveries WHERE instance_id LIKE 'plt\\_%'`);

test('without a platform webhook there are no platform events', async () => {
  const inbound = await openForTest();
  await inbound.receiveMeta(messagesBody('Ada', textMessage('15550000001', 'hello')));
  expect(await reportedTypes(inbound)).toEqual([]);
});

test('several replicas that receive the same webhooks at once write each event once for each platform webhook', async () => {
  const inbound = await openForTest();
  await addPlatformWebhooks(inbound);
  const replicas = [inbound, await inbound.startReplica(), await inbound.startReplica()];
  const bodies = Array.from({ length: 40 }, (_, index) => {
    const from = `1555000000${index % 8}`;
    return messagesBody(`Name ${from}`, textMessage(from, `${index}a`), textMessage(from, `${index}b`));
  });
  await Promise.all(replicas.flatMap((replica) => bodies.map((body) => replica.receiveMeta(body))));
  const messages = (await inbound.events('new-messages')).map(({ data }) => NewMessagesData.parse(data));
  expect(messages).toHaveLength(40);
  const texts = messages.map((reported) => reported.messages.map(({ text }) => text).join(' '));
  expect(texts.toSorted()).toEqual(bodies.map((_, index) => `${index}a ${index}b`).toSorted());
  expect(await inbound.events('new-conversation-created')).toHaveLength(8);
  expect(await inbound.events('new-conversation')).toHaveLength(8);
  expect(await deliveriesOf(inbound)).toHaveLength(2 * (40 + 8 + 8));
  for (const { conversation } of messages)
    expect(conversation).toMatchObject({ channel: 'wa', status: 'open', name: `Name ${conversation.peer.slice(1)}` });
});

test('an echo that starts a conversation has origin and started_by dashboard; the customer’s reply does not start one', async () => {
  const people = await openPeople();
  await addPlatformWebhooks(people.inbound);
  await people.store(echoItem('fb', { text: 'From the inbox', mayBeOurs: false }));
  expect((await reportedTypes(people.inbound)).toSorted()).toEqual(['message-sent', 'new-conversation-created']);
  const [created] = await people.inbound.events('new-conversation-created');
  expect(created?.data).toMatchObject({ started_by: 'dashboard', conversation: { peer: PEER, channel: 'fb' } });
  const [sent] = await people.inbound.events('message-sent');
  expect(sent?.data).toEqual((await people.inbound.events('message.sent'))[0]?.data);
  await people.store(messageItem('fb'));
  expect(await people.inbound.events('new-conversation')).toEqual([]);
  expect(await people.inbound.events('new-messages')).toHaveLength(1);
});

test('a conversation that begins on the linked phone has started_by phone, and causes no new-conversation', async () => {
  const inbound = await openForTest();
  const { tenantId } = inbound;
  await inbound.addAccount({ tenantId, channel: 'wd', externalId: '7', name: 'Shop' });
  await addPlatformWebhooks(inbound);
  const to = { address: '+15550002', aliases: [], name: 'Bob', phone: '+15550002' };
  const item = {
    kind: 'echo' as const,
    providerMessageId: 'E1',
    at: '2026-03-01T08:00:00.000Z',
    to,
    group: null,
    text: 'From the phone',
    attachments: [],
  };
  await inbound.call(storeDeviceItems, { tenantId, externalId: '7', items: [item] });
  expect((await reportedTypes(inbound)).toSorted()).toEqual(['message-sent', 'new-conversation-created']);
  const [created] = await inbound.events('new-conversation-created');
  expect(created?.data).toMatchObject({ started_by: 'phone', conversation: { channel: 'wd', peer: to.address } });
});

test('a send whose answer was lost causes message-sent once, when its echo confirms it', async () => {
  const people = await openPeople();
  const id = mid();
  const send = await people.addSend({ channel: 'fb' });
  await addPlatformWebhooks(people.inbound);
  const echo = echoItem('fb', { providerMessageId: id, callbackData: send });
  await Promise.all([people.store(echo), people.storeElsewhere(echo)]);
  await people.settle(send, id);
  expect(await reportedTypes(people.inbound)).toEqual(['message-sent']);
});

test('a customer reopens a resolved or archived conversation once, however many replicas receive the messages', async () => {
  const people = await openPeople();
  await addPlatformWebhooks(people.inbound);
  await people.store(messageItem('fb'));
  for (const status of ['resolved', 'archived']) {
    await people.inbound.rows('DELETE FROM events');
    await people.inbound.rows('UPDATE conversations SET status = $1', status);
    await Promise.all([people.store(messageItem('fb')), people.storeElsewhere(messageItem('fb'))]);
    const [updated, ...more] = await people.inbound.events('conversation-status-updated');
    expect(more).toEqual([]);
    expect(updated?.data).toMatchObject({ status: 'open', previous_status: status, by: { type: 'customer' } });
    expect((await people.inbound.events('new-conversation')).map(({ data }) => data.reopened)).toEqual([true]);
  }
});
