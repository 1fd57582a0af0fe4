import type { Sql } from '@parley/database/sql';
import { changeConsents } from '@parley/messaging/consent/change-consents';
import { adoptAddress } from '@parley/messaging/people/adopt-address';
import { changeAddress } from '@parley/messaging/people/change-address';
import { findMessageIds } from '@parley/messaging/people/find-message-ids';
import {
  lockConversations,
  upsertConversations,
  type WantedConversation,
} from '@parley/messaging/people/upsert-conversations';
import { createTestDatabase, type TestDatabase } from '@parley/testing/database/test-database';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { seedAccounts } from './seed-accounts.ts';
import { AT, wantedConversation } from './wanted-conversation.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await seedAccounts(database.db);
});
afterAll(() => database?.drop());
beforeEach(() =>
  database.db.query({ text: 'TRUNCATE contacts, contact_addresses, conversations, messages, message_parts CASCADE' }),
);

const upsert = (...people: WantedConversation[]) =>
  database.db.transaction((sql) => upsertConversations(sql, people, () => {}));
const rowsOf = async <Row>(text: string) => (await database.db.query<Row>({ text })).rows;
const owners = async () =>
  Object.fromEntries(
    (await rowsOf<{ address: string; contact_id: number }>('SELECT address, contact_id FROM contact_addresses')).map(
      ({ address, contact_id: contact }) => [address, contact],
    ),
  );

test('a new person gets contact, addresses and conversation, and is found by each address', async () => {
  const [made] = await upsert(
    wantedConversation(['a', 'b'], { name: 'Ann', lastInboundAt: AT, providerThreadId: 't' }),
  );
  expect(made).toMatchObject({
    peer: 'a',
    status: 'open',
    lastInboundAt: AT,
    lastMessageAt: AT,
    providerThreadId: 't',
  });
  for (const address of ['a', 'b'])
    expect(await upsert(wantedConversation([address], { peer: 'elsewhere', lastMessageAt: new Date() }))).toEqual([
      made,
    ]);
  expect(await rowsOf('SELECT name FROM contacts')).toEqual([{ name: 'Ann' }]);
});

test('a batch returns one conversation per wanted one, in order', async () => {
  const [c] = await upsert(wantedConversation(['c']));
  const found = await upsert(
    wantedConversation(['b']),
    wantedConversation(['a']),
    wantedConversation(['c']),
    wantedConversation(['b']),
    wantedConversation(['a'], { channelAccountId: 2 }),
  );
  expect(found.map(({ peer }) => peer)).toEqual(['b', 'a', 'c', 'b', 'a']);
  expect(found[2]).toEqual(c);
  expect(found[3]).toEqual(found[0]);
  expect(found[4]?.contactId).toBe(found[1]?.contactId);
  expect(new Set(found.map(({ id }) => id)).size).toBe(4);
});

test('known people need one statement', async () => {
  const people = Array.from({ length: 64 }, (_, index) =>
    wantedConversation([`person ${index}`], { name: `Name ${index}` }),
  );
  await upsert(...people);
  let statements = 0;
  const found = await database.db.transaction((sql) => {
    const counted: Sql = {
      query: (statement) => {
        statements++;
        return sql.query(statement);
      },
    };
    return upsertConversations(counted, people, () => {});
  });
  expect(found.map(({ peer }) => peer)).toEqual(people.map(({ peer }) => peer));
  expect(statements).toBe(1);
});

test('a new name replaces the previous one, also twice in one batch', async () => {
  await upsert(wantedConversation(['a'], { name: 'Ann' }));
  await upsert(
    wantedConversation(['a'], { username: 'ann' }),
    wantedConversation(['a'], { name: 'Anna' }),
    wantedConversation(['a']),
  );
  expect(await rowsOf('SELECT name, username FROM contacts')).toEqual([{ name: 'Anna', username: 'ann' }]);
});

test('merging two people keeps the oldest contact and its conversation', async () => {
  const [first] = await upsert(wantedConversation(['a']));
  const [second, elsewhere] = await upsert(
    wantedConversation(['b'], { lastInboundAt: AT, providerThreadId: 't' }),
    wantedConversation(['b'], { channelAccountId: 2 }),
  );
  const [merged] = await upsert(wantedConversation(['b', 'a']));
  expect(merged).toMatchObject({
    id: first?.id,
    contactId: first?.contactId,
    lastInboundAt: AT,
    providerThreadId: 't',
  });
  expect(await upsert(wantedConversation(['b'], { channelAccountId: 2 }))).toMatchObject([
    { id: elsewhere?.id, contactId: first?.contactId },
  ]);
  expect(await rowsOf(`SELECT contact_id FROM conversations WHERE id = ${second?.id}`)).toEqual([
    { contact_id: second?.contactId },
  ]);
});

test('the conversation that continues after a merge has the labels of all of them', async () => {
  const [first, second] = await upsert(wantedConversation(['a']), wantedConversation(['b']));
  await database.db.query({
    text: `WITH made AS (
             INSERT INTO labels (label_id, tenant_id, title, title_key, color, created_at)
             SELECT 'lbl_' || k, $1, k, k, 'gray', now() FROM unnest('{x,y}'::text[]) k RETURNING id, title_key)
           INSERT INTO conversation_labels SELECT $2::int4, id FROM made WHERE title_key = 'x'
           UNION ALL SELECT $3::int4, id FROM made`,
    values: [first?.tenantId, first?.id, second?.id],
  });
  const [merged] = await upsert(wantedConversation(['b', 'a']));
  const labels = await rowsOf<{ title: string }>(
    `SELECT e.title FROM conversation_labels t JOIN labels e ON e.id = t.label_row
      WHERE t.conversation_id = ${merged?.id} ORDER BY e.title`,
  );
  expect(labels.map(({ title }) => title)).toEqual(['x', 'y']);
});

describe('the consent of merged contacts', () => {
  const decide = (contactId: number | undefined, isOptedOut: boolean, second: number) =>
    database.db.transaction((sql) =>
      changeConsents(
        sql,
        [
          {
            change: {
              tenantId: 1,
              contactId: contactId ?? 0,
              isOptedOut,
              by: 'customer',
              at: new Date(Date.UTC(2026, 0, 1, 0, 0, second)),
            },
            person: {
              channel: 'wa',
              conversationId: null,
              from: 'a',
              account: { id: '1', number: null, label: null },
            },
          },
        ],
        AT,
      ),
    );
  const stateOf = async (contactId: number | undefined) =>
    (await rowsOf<{ opted_out: boolean }>(`SELECT opted_out FROM consents WHERE contact_id = ${contactId}`))[0]
      ?.opted_out;

  test.each<[string, [number, boolean] | null, [number, boolean] | null, boolean | undefined]>([
    ['is kept with the oldest contact', [1, true], null, true],
    ['moves to the oldest contact', null, [1, true], true],
    ['is the newest of both: the opt-out', [1, false], [2, true], true],
    ['is the newest of both: the opt-in', [1, true], [2, false], false],
    ['is the newest of both, on the oldest', [2, true], [1, false], true],
    ['is the opt-out of two at the same time', [1, false], [1, true], true],
    ['is absent where neither has a decision', null, null, undefined],
  ])('%s', async (_, ofOldest, ofOther, expected) => {
    const [oldest] = await upsert(wantedConversation(['a']));
    const [other] = await upsert(wantedConversation(['b']));
    if (ofOldest) await decide(oldest?.contactId, ofOldest[1], ofOldest[0]);
    if (ofOther) await decide(other?.contactId, ofOther[1], ofOther[0]);
    const [merged] = await upsert(wantedConversation(['a', 'b']));
    expect(await stateOf(merged?.contactId)).toBe(expected);
  });

  test('of the platform’s limit, the later end holds, without a decision about consent', async () => {
    const [oldest] = await upsert(wantedConversation(['a']));
    const [other] = await upsert(wantedConversation(['b']));
    const hold = (contactId: number | undefined, until: string) =>
      rowsOf(`INSERT INTO consents (contact_id, tenant_id, marketing_held_until) VALUES (${contactId}, 1, '${until}')`);
    await hold(oldest?.contactId, '2026-11-26T09:00:00Z');
    await hold(other?.contactId, '2026-11-27T09:00:00Z');
    const [merged] = await upsert(wantedConversation(['a', 'b']));
    expect(
      await rowsOf(
        `SELECT opted_out, decided_at, marketing_held_until FROM consents WHERE contact_id = ${merged?.contactId}`,
      ),
    ).toEqual([{ opted_out: false, decided_at: null, marketing_held_until: new Date('2026-11-27T09:00:00.000Z') }]);
  });
});

test('an adopted address leads to the contact of the other', async () => {
  const [first] = await upsert(wantedConversation(['a']));
  const adopt = (alias: string, channelAccountId = 1) =>
    database.db.transaction((sql) =>
      adoptAddress(sql, { tenantId: 1, channel: 'ig', channelAccountId, address: 'a', alias }),
    );
  expect(await adopt('b')).toBe(first?.id);
  expect(await adopt('b', 2)).toBeNull();
  expect(await owners()).toEqual({ a: first?.contactId, b: first?.contactId });
});

test('sends go to the changed address', async () => {
  const change = (previousAddress: string, newAddress: string) =>
    database.db.transaction((sql) => changeAddress(sql, { tenantId: 1, channel: 'ig', previousAddress, newAddress }));
  const [first] = await upsert(wantedConversation(['a']));
  expect(await change('nobody', 'b')).toBe(false);
  expect(await owners()).toEqual({ a: first?.contactId });
  expect(await change('a', 'b')).toBe(true);
  expect(await change('a', 'b')).toBe(false);
  expect(await upsert(wantedConversation(['a']))).toMatchObject([{ id: first?.id, peer: 'b' }]);
  expect(await upsert(wantedConversation(['b']))).toMatchObject([{ id: first?.id, peer: 'b' }]);
});

test('messages are found by the id of the provider, and by that of a part', async () => {
  const [conversation] = await upsert(wantedConversation(['a']));
  const [message] = await rowsOf<{ id: string }>(
    `INSERT INTO messages (tenant_id, conversation_id, channel_account_id, channel, direction, origin, status, peer, text, provider_message_id, happened_at)
     VALUES (1, ${conversation?.id}, 1, 'ig', 'out', 'api', 'sent', 'a', '', 'whole', now()) RETURNING id`,
  );
  await rowsOf(`INSERT INTO message_parts VALUES (1, 'part', ${message?.id})`);
  const names = ['part', 'nobody', 'whole', 'whole'].map((providerMessageId) => ({
    channelAccountId: 1,
    providerMessageId,
  }));
  expect(await findMessageIds(database.db, [...names, { channelAccountId: 2, providerMessageId: 'whole' }])).toEqual([
    message?.id,
    null,
    message?.id,
    message?.id,
    null,
  ]);
});

const lock = (...people: Parameters<typeof lockConversations>[1]) =>
  database.db.transaction((sql) => lockConversations(sql, people));

test('messages of one conversation get ascending ids in the given order', async () => {
  await upsert(wantedConversation(['a']), wantedConversation(['b']));
  const given = ['b', 'a', 'b', 'a', 'a'].map((address, index) => ({
    ...wantedConversation([address]),
    providerMessageId: `m${index}`,
  }));
  const numbers = [...((await lock(...given)) ?? []), ...((await lock(...given)) ?? [])].map(({ id, messageId }) => ({
    id,
    number: BigInt(messageId),
  }));
  expect(numbers).toHaveLength(10);
  for (const id of new Set(numbers.map((each) => each.id))) {
    const own = numbers.filter((each) => each.id === id).map(({ number }) => number);
    expect(own).toEqual(own.toSorted((x, y) => (x < y ? -1 : 1)));
  }
  expect(new Set(numbers.map(({ number }) => number)).size).toBe(10);
});

test('locks nothing when one of the messages is already stored, whole or as a part, or its author has another name', async () => {
  const [conversation] = await upsert(wantedConversation(['a'], { name: 'Ann' }), wantedConversation(['b']));
  await database.db.query({
    text: `WITH m AS (INSERT INTO messages (tenant_id, conversation_id, channel_account_id, channel, direction, origin, status,
                                            peer, text, happened_at, provider_message_id)
                      VALUES (1, $1, 1, 'ig', 'in', 'customer', 'received', 'a', '', now(), 'stored') RETURNING id)
           INSERT INTO message_parts (channel_account_id, provider_message_id, message_id) SELECT 1, 'part', id FROM m`,
    values: [conversation?.id],
  });
  const fresh = { ...wantedConversation(['b']), providerMessageId: 'fresh' };
  expect(await lock(fresh)).toHaveLength(1);
  for (const providerMessageId of ['stored', 'part'])
    expect(await lock(fresh, { ...wantedConversation(['a']), providerMessageId })).toBeNull();
  expect(await lock(fresh, { ...wantedConversation(['a'], { name: 'Anna' }), providerMessageId: 'other' })).toBeNull();
  expect(
    await lock(fresh, { ...wantedConversation(['a'], { channelAccountId: 2 }), providerMessageId: 'stored' }),
  ).toBeNull();
});

test('reports only the conversations that a batch creates as new', async () => {
  await database.db.query({
    text: `INSERT INTO platform_webhooks (instance_id, tenant_id, url, events, secret)
           VALUES ('plt_hears0000000001', 1, 'https://platform.example/hook', ARRAY['new-conversation-created'], 'x')`,
  });
  await upsert(wantedConversation(['a']));
  await database.db.query({ text: 'DELETE FROM events' });
  const found = await upsert(wantedConversation(['a']), wantedConversation(['b']), wantedConversation(['b']));
  expect(await rowsOf('SELECT conversation_id FROM events')).toEqual([{ conversation_id: found[1]?.id }]);
});
