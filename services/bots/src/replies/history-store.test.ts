import { createTestDatabase, type TestDatabase } from '@parley/testing/database/test-database';
import { makeTestTenant } from '@parley/testing/factories/test-tenant';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addConversation, addMessage } from '../../test/bot-rows.ts';
import { loadConversation } from './history.store.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

async function openConversation() {
  const { id: tenantId } = await makeTestTenant(database.db);
  const conversation = await addConversation(database.db, tenantId);
  const say = (text: string, given: Parameters<typeof addMessage>[2] = {}) =>
    addMessage(database.db, conversation, { text, ...given });
  return {
    tenantId,
    conversation,
    say,
    load: (triggerMessageId: string, tenant = tenantId, mergedIds: number[] = []) =>
      loadConversation(database.db, { tenantId: tenant, conversationId: conversation.id, mergedIds, triggerMessageId }),
  };
}

it('loads the messages of both sides, up to the one to answer', async () => {
  const conversation = await openConversation();
  await conversation.say('hello');
  await conversation.say('Hi!', { direction: 'out', origin: 'dashboard' });
  const file = {
    id: 'att_1',
    type: 'image' as const,
    url: null,
    mime_type: 'image/png',
    filename: null,
    size: null,
    payload: null,
  };
  const trigger = await conversation.say('look', { attachments: [file] });
  await conversation.say('one more');
  const loaded = await conversation.load(trigger);
  expect(loaded?.messages).toMatchObject([
    { isCustomer: true, text: 'hello', files: [] },
    { isCustomer: false, text: 'Hi!' },
    { messageId: trigger, text: 'look', files: [{ attachmentId: 'att_1', type: 'image', mimeType: 'image/png' }] },
  ]);
  expect(loaded).toMatchObject({
    channel: 'tg',
    conversation: {
      id: conversation.conversation.id,
      channel: 'tg',
      person: { address: conversation.conversation.peer, name: 'Ann' },
    },
  });
});

it('excludes deleted and failed messages, and those before the last resolve', async () => {
  const conversation = await openConversation();
  const old = await conversation.say('old question');
  await database.db.prisma.conversation.update({
    where: { id: conversation.conversation.id },
    data: { closedMessageId: BigInt(old) },
  });
  await conversation.say('taken back', { revokedAt: new Date() });
  await conversation.say('never sent', { direction: 'out', origin: 'api', status: 'failed' });
  const trigger = await conversation.say('new question');
  expect((await conversation.load(trigger))?.messages.map(({ text }) => text)).toEqual(['new question']);
});

it('loads messages of a merged conversation, but only of the same tenant', async () => {
  const conversation = await openConversation();
  const merged = await addConversation(database.db, conversation.tenantId);
  const stranger = await openConversation();
  await addMessage(database.db, merged, { text: 'my first question' });
  await stranger.say('of somebody else');
  const trigger = await conversation.say('and another one');
  const loaded = await conversation.load(trigger, conversation.tenantId, [merged.id, stranger.conversation.id]);
  expect(loaded?.messages.map(({ text }) => text)).toEqual(['my first question', 'and another one']);
  expect(loaded?.conversation.id).toBe(conversation.conversation.id);
});

it('shows a conversation only to its own tenant', async () => {
  const conversation = await openConversation();
  const other = await openConversation();
  const trigger = await conversation.say('hello');
  expect(await conversation.load(trigger, other.tenantId)).toBeNull();
});
