import { upsertConversations } from '@parley/messaging/people/upsert-conversations';
import { createTestDatabase, type TestDatabase } from '@parley/testing/database/test-database';
import { makeTestBot } from '@parley/testing/factories/test-bot';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { seedAccounts } from './seed-accounts.ts';
import { AT, wantedConversation } from './wanted-conversation.ts';

let database: TestDatabase;
let botId: number;
beforeAll(async () => {
  database = await createTestDatabase();
  await seedAccounts(database.db);
  botId = await makeTestBot(database.db, { tenantId: 1 });
});
afterAll(() => database?.drop());
beforeEach(() => database.db.query({ text: 'TRUNCATE contacts, contact_addresses, conversations, bot_turns CASCADE' }));

/** The conversation with a person of these addresses. */
async function conversationWith(...addresses: string[]): Promise<number> {
  const [conversation] = await database.db.transaction((sql) =>
    upsertConversations(sql, [wantedConversation(addresses)], () => {}),
  );
  if (!conversation) throw new Error('No conversation was made.');
  return conversation.id;
}

async function openTurn(conversationId: number, triggerMessageId: bigint, given: object = {}): Promise<bigint> {
  const held = { leaseToken: '6c0e3bd2-2b0c-4a8f-8f43-1f4f6c1a0001', leaseUntil: AT, holder: 3 };
  const base = { tenantId: 1, conversationId, botId, triggerMessageId, firstAt: AT, dueAt: AT, createdAt: AT };
  return (await database.db.prisma.botTurn.create({ data: { ...base, ...held, ...given } })).id;
}
const turnOf = (id: bigint) => database.db.prisma.botTurn.findUniqueOrThrow({ where: { id } });

test('when two people are merged, the open turn continues in the surviving conversation, held by no worker', async () => {
  const [stays, merged] = [await conversationWith('a'), await conversationWith('b')];
  await database.db.prisma.conversation.update({ where: { id: stays }, data: { botEpoch: 5 } });
  const turn = await openTurn(merged, 9n, { epoch: 0, reply: ['At nine.'], sent: 1 });
  expect(await conversationWith('a', 'b')).toBe(stays);
  expect(await turnOf(turn)).toMatchObject({
    conversationId: stays,
    state: 'open',
    triggerMessageId: 9n,
    mergedIds: [merged],
    epoch: 5,
    reply: ['At nine.'],
    sent: 1,
    leaseToken: null,
    leaseUntil: null,
    holder: null,
  });
});

test('a person’s intervention before the merge stays in effect', async () => {
  const [stays, merged] = [await conversationWith('a'), await conversationWith('b')];
  await database.db.prisma.conversation.update({ where: { id: merged }, data: { botEpoch: 1 } });
  const turn = await openTurn(merged, 9n, { epoch: 0 });
  await conversationWith('a', 'b');
  const { botEpoch } = await database.db.prisma.conversation.findUniqueOrThrow({ where: { id: stays } });
  expect((await turnOf(turn)).epoch).not.toBe(botEpoch);
});

test('two open turns become one, which answers the newest message of both', async () => {
  const [stays, merged] = [await conversationWith('a'), await conversationWith('b')];
  const [own, other] = [await openTurn(stays, 7n), await openTurn(merged, 12n)];
  await conversationWith('a', 'b');
  expect(await turnOf(own)).toMatchObject({ conversationId: stays, triggerMessageId: 12n, mergedIds: [merged] });
  expect(await turnOf(other)).toMatchObject({ state: 'done', outcome: 'no_reply', reason: 'merged', holder: null });
});

test('turns of other people, and finished turns, are not moved', async () => {
  const [stays, merged, other] = [
    await conversationWith('a'),
    await conversationWith('b'),
    await conversationWith('c'),
  ];
  const done = await openTurn(merged, 8n, { state: 'done', outcome: 'replied' });
  const apart = await openTurn(other, 9n);
  expect(await conversationWith('a', 'b')).toBe(stays);
  expect(await turnOf(done)).toMatchObject({ conversationId: merged, outcome: 'replied' });
  expect(await turnOf(apart)).toMatchObject({ conversationId: other, holder: 3, mergedIds: [] });
});
