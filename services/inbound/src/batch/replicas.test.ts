import { expect, test } from 'vitest';
import { openForTest } from '../../test/open-inbound.ts';
import {
  bodyOf,
  changeOf,
  changeValue,
  contactOf,
  messagesBody,
  statusOf,
  textMessage,
  wamid,
} from '../../test/wa-bodies.ts';

const shuffled = <T>(list: readonly T[]): T[] =>
  list
    .map((element) => ({ element, key: Math.random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ element }) => element);

test('several replicas that receive the same webhooks at once report each message once, with one contact per person', async () => {
  const inbound = await openForTest();
  const second = await inbound.startReplica();
  const third = await inbound.startReplica();
  const people = Array.from({ length: 8 }, (_, index) => `1555000000${index}`);
  const bodies = Array.from({ length: 60 }, (_, index) => {
    const from = people[index % people.length] ?? '1';
    return messagesBody(`Name ${from}`, textMessage(from, `${index}a`), textMessage(from, `${index}b`));
  });
  const replicas = [inbound, second, third];
  await Promise.all(replicas.flatMap((replica) => shuffled(bodies).map((body) => replica.receiveMeta(body))));
  const events = await inbound.events('message.received');
  expect(events).toHaveLength(120);
  expect(new Set(events.map(({ data }) => data.text)).size).toBe(120);
  expect(await inbound.rows('SELECT 1 FROM contacts')).toHaveLength(8);
  expect(await inbound.rows('SELECT 1 FROM conversations')).toHaveLength(8);
  const lastAt = new Map<number | null, number>();
  for (const { conversation_id, created_at } of events) {
    expect(created_at.getTime()).toBeGreaterThanOrEqual(lastAt.get(conversation_id) ?? 0);
    lastAt.set(conversation_id, created_at.getTime());
  }
});

test('replicas whose batches lock the same rows in any order lose nothing and keep nothing as unknown', async () => {
  const inbound = await openForTest();
  const second = await inbound.startReplica();
  const people = ['15550000001', '15550000002', '15550000003', '15550000004'];
  const first = people.map((from) => textMessage(from, 'first'));
  await inbound.receiveMeta(
    bodyOf(changeOf(changeValue({ contacts: people.map((p) => contactOf(p, p)), messages: first }))),
  );
  await inbound.rows(
    `INSERT INTO messages (tenant_id, conversation_id, channel_account_id, channel, direction, origin, status, peer, text,
                           provider_message_id, happened_at)
     SELECT c.tenant_id, c.id, c.channel_account_id, 'wa', 'out', 'api', 'sent', c.peer, 'out', 'out' || c.peer, now()
       FROM conversations c`,
  );
  const body = (round: number) => {
    const mixed = shuffled(people);
    const messages = mixed.flatMap((from, index) => {
      const target = first[(index + round) % first.length]?.id;
      const reaction = { message_id: target, emoji: '👍' };
      const revoke = { original_message_id: target };
      return [
        textMessage(from, `${round} ${from}`),
        { ...textMessage(from, ''), id: wamid(), type: 'reaction', reaction },
        { ...textMessage(from, ''), id: wamid(), type: 'revoke', revoke },
      ];
    });
    const statuses = shuffled(people).flatMap((p) => [statusOf(`out+${p}`, 'delivered'), statusOf(`out+${p}`, 'read')]);
    return bodyOf(...shuffled([changeOf(changeValue({ messages })), changeOf(changeValue({ statuses }))]));
  };
  const rounds = Array.from({ length: 40 }, (_, round) => body(round));
  await Promise.all(rounds.map((given, round) => (round % 2 ? inbound : second).receiveMeta(given)));
  expect(await inbound.events('message.received')).toHaveLength(4 + 40 * people.length);
  const reported = (await inbound.events('message.status')).map(({ data }) => `${data.to} ${data.status}`);
  expect(reported.sort()).toEqual([...new Set(reported)].sort());
  expect(reported.filter((line) => line.endsWith('read'))).toHaveLength(people.length);
  const reactions = (await inbound.events('message.reaction')).map(({ data }) => `${data.message_id} ${data.from}`);
  expect(reactions).toHaveLength(new Set(reactions).size);
  expect(await inbound.rows('SELECT reason FROM unknown_provider_events')).toEqual([]);
});
