import {
  getConversation,
  getConversationPerson,
  listConversationMessages,
  listConversations,
  updateConversation,
} from '@parley/common/contracts/operator/conversations';
import type { InputOf } from '@parley/common/define-contract';
import { expect, test } from 'vitest';
import { openForTest } from '../../../inbound/test/open-inbound.ts';
import { NUMBER } from '../../../inbound/test/seed-database.ts';
import { messagesBody, textMessage, textUpdate } from '../../../inbound/test/wa-bodies.ts';
import { readPeople } from '../../test/read-people.ts';

const at = (second: number) => ({ timestamp: String(1_772_359_200 + second) });

test('an operator lists conversations by newest activity, page by page, and by channel and status', async () => {
  const inbound = await openForTest();
  for (let person = 0; person < 5; person++)
    await inbound.receiveMeta(messagesBody(`P${person}`, textMessage(`1555000000${person}`, 'Hi', at(person))));
  await inbound.receiveMeta(messagesBody('P0', textMessage('15550000000', 'again', at(60))));
  await inbound.receiveTg(textUpdate(42, 1, 'Hi'));
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await inbound.call(listConversations, { slug: 'acme', limit: 2, cursor });
    seen.push(...page.items.map(({ peer }) => peer));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  expect(seen).toEqual(['42', '+15550000000', '+15550000004', '+15550000003', '+15550000002', '+15550000001']);
  const tg = await inbound.call(listConversations, { slug: 'acme', limit: 10, channel: 'tg', status: 'open' });
  expect(tg.items.map(({ channel, name }) => [channel, name])).toEqual([['tg', 'Ann']]);
  const [newest] = (await inbound.call(listConversations, { slug: 'acme', limit: 10, channel: 'wa' })).items;
  expect(newest).toMatchObject({
    account: { id: NUMBER, number: '+15550783881', label: 'Acme Shop' },
    name: 'P0',
    status: 'open',
    lastMessageAt: '2026-03-01T10:01:00.000Z',
  });
});

test('a forged cursor is invalid_cursor, and no list starts over', async () => {
  const inbound = await openForTest();
  for (let n = 0; n < 3; n++)
    await inbound.receiveMeta(messagesBody('Ann', textMessage(`1555000000${n % 2}`, `m${n}`, at(n))));
  const ofConversations = (cursor?: string) => inbound.call(listConversations, { slug: 'acme', limit: 1, cursor });
  const conversations = await ofConversations();
  const id = conversations.items[0]?.id ?? 0;
  const ofMessages = (cursor?: string) =>
    inbound.call(listConversationMessages, { slug: 'acme', id, limit: 1, cursor });
  const messages = await ofMessages();
  const madeUp = ['abc', '42', '1772359200000.1', Buffer.from('conversation:1:0').toString('base64url')];
  const refused = { code: 'invalid_cursor', status: 400 };
  for (const cursor of [...madeUp, messages.nextCursor ?? ''])
    await expect(ofConversations(cursor), cursor).rejects.toMatchObject(refused);
  for (const cursor of [...madeUp, conversations.nextCursor ?? ''])
    await expect(ofMessages(cursor), cursor).rejects.toMatchObject(refused);
});

test('messages of a conversation come newest first, page by page', async () => {
  const inbound = await openForTest();
  for (let n = 0; n < 5; n++)
    await inbound.receiveMeta(messagesBody('Ann', textMessage('15551234567', `m${n}`, at(n))));
  const [conversation] = (await inbound.call(listConversations, { slug: 'acme', limit: 10 })).items;
  const id = conversation?.id ?? 0;
  const first = await inbound.call(listConversationMessages, { slug: 'acme', id, limit: 3 });
  expect(first.items.map(({ text }) => text)).toEqual(['m4', 'm3', 'm2']);
  expect(first.items[0]).toMatchObject({ direction: 'in', origin: 'customer', status: 'received' });
  const second = await inbound.call(listConversationMessages, {
    slug: 'acme',
    id,
    limit: 3,
    cursor: first.nextCursor ?? undefined,
  });
  expect(second).toMatchObject({ items: [{ text: 'm1' }, { text: 'm0' }], nextCursor: null });
});

test('a scheduled message is in the thread with its time, and is not the last message of its conversation', async () => {
  const inbound = await openForTest();
  await inbound.receiveMeta(messagesBody('Ann', textMessage('15551234567', 'hello', at(0))));
  const sendAt = '2026-12-01T08:00:00.000Z';
  await inbound.rows(
    `INSERT INTO messages (tenant_id, conversation_id, channel_account_id, channel, direction, origin, status, peer, text, extra, happened_at)
     SELECT tenant_id, conversation_id, channel_account_id, channel, 'out', 'dashboard', 'scheduled', peer, 'later', $1::jsonb, now() FROM messages`,
    { send_at: sendAt },
  );
  const [conversation] = (await inbound.call(listConversations, { slug: 'acme', limit: 10 })).items;
  expect(conversation?.lastMessage).toMatchObject({ text: 'hello' });
  const id = conversation?.id ?? 0;
  const thread = () => inbound.call(listConversationMessages, { slug: 'acme', id, limit: 10 });
  expect((await thread()).items).toMatchObject([{ text: 'later', status: 'scheduled', sendAt }, { text: 'hello' }]);
  await inbound.rows(`UPDATE messages SET status = 'sent' WHERE direction = 'out'`);
  expect((await thread()).items[0]).not.toHaveProperty('sendAt');
});

test('shows the beginning of a quoted message, only within the conversation, and nothing of a deleted one', async () => {
  const inbound = await openForTest();
  await inbound.receiveMeta(messagesBody('Ann', textMessage('15551234567', 'x'.repeat(300), at(0))));
  await inbound.receiveMeta(messagesBody('Bob', textMessage('15557654321', 'of another person', at(1))));
  const { items } = await inbound.call(listConversations, { slug: 'acme', limit: 10 });
  const id = items.find(({ name }) => name === 'Ann')?.id ?? 0;
  const poll = { poll: { question: 'When?', options: ['a', 'b'], multiple: false } };
  await inbound.rows(
    `INSERT INTO messages (tenant_id, conversation_id, channel_account_id, channel, direction, origin, status, peer, text, extra, reply_to_id, happened_at)
     SELECT tenant_id, conversation_id, channel_account_id, channel, 'out', 'dashboard', 'sent', peer, '', $1::jsonb, id, now()
       FROM messages WHERE conversation_id = $2`,
    { content: poll, member: 'mem_0123456789' },
    id,
  );
  const answerTo = (text: string) =>
    inbound.rows(
      `INSERT INTO messages (tenant_id, conversation_id, channel_account_id, channel, direction, origin, status, peer, text, reply_to_id, happened_at)
       SELECT tenant_id, $2, channel_account_id, channel, 'in', 'customer', 'received', peer, 'answer', id, now()
         FROM messages WHERE text = $1 ORDER BY id DESC LIMIT 1`,
      text,
      id,
    );
  await answerTo('');
  await answerTo('of another person');
  const thread = async () => (await inbound.call(listConversationMessages, { slug: 'acme', id, limit: 10 })).items;
  const [foreign, vote, sent] = await thread();
  expect(foreign).toMatchObject({ text: 'answer', quoted: null });
  expect(vote?.quoted).toEqual({
    messageId: sent?.messageId,
    direction: 'out',
    origin: 'dashboard',
    author: null,
    sentBy: 'mem_0123456789',
    kind: 'poll',
    text: 'When?',
    isDeleted: false,
  });
  expect(sent?.quoted).toMatchObject({ direction: 'in', origin: 'customer', kind: null, text: 'x'.repeat(140) });
  await inbound.rows(`UPDATE messages SET revoked_at = now() WHERE text LIKE 'xxx%'`);
  expect((await thread())[2]?.quoted).toMatchObject({ text: '', kind: null, isDeleted: true });
});

test('a page of the longest texts fits the bus, and pages continue to the last message', async () => {
  const inbound = await openForTest();
  for (let n = 0; n < 50; n++)
    await inbound.receiveMeta(messagesBody('Ann', textMessage('15551234567', `m${n}`, at(n))));
  await inbound.rows(`UPDATE messages SET text = repeat('字', 65536)`);
  const [conversation] = (await inbound.call(listConversations, { slug: 'acme', limit: 10 })).items;
  const read: string[] = [];
  let cursor: string | undefined;
  let pages = 0;
  do {
    const page = await inbound.call(listConversationMessages, {
      slug: 'acme',
      id: conversation?.id ?? 0,
      limit: 200,
      cursor,
    });
    read.push(...page.items.map(({ messageId }) => messageId));
    cursor = page.nextCursor ?? undefined;
    pages++;
  } while (cursor !== undefined);
  expect(new Set(read).size).toBe(50);
  expect(pages).toBe(4);
});

test('the page around a message has it in the middle, and pages continue from there', async () => {
  const inbound = await openForTest();
  for (let n = 0; n < 9; n++)
    await inbound.receiveMeta(messagesBody('Ann', textMessage('15551234567', `m${n}`, at(n))));
  await inbound.receiveMeta(messagesBody('Bob', textMessage('15557654321', 'newer, of another', at(9))));
  const { items } = await inbound.call(listConversations, { slug: 'acme', limit: 10 });
  const id = items.find(({ name }) => name === 'Ann')?.id ?? 0;
  const all = await inbound.call(listConversationMessages, { slug: 'acme', id, limit: 10 });
  const idOf = (text: string): string => all.items.find((message) => message.text === text)?.messageId ?? '';
  const around = (text: string, cursor?: string | null) =>
    inbound.call(listConversationMessages, {
      slug: 'acme',
      id,
      limit: 4,
      around: idOf(text),
      cursor: cursor ?? undefined,
    });
  const page = await around('m4');
  expect(page.items.map(({ text }) => text)).toEqual(['m6', 'm5', 'm4', 'm3']);
  expect((await around('m4', page.nextCursor)).items.map(({ text }) => text)).toEqual(['m2', 'm1', 'm0']);
  expect((await around('m8')).items.map(({ text }) => text)).toEqual(['m8', 'm7', 'm6', 'm5']);
  expect((await around('m0')).items.map(({ text }) => text)).toEqual(['m2', 'm1', 'm0']);
});

test('an operator resolves a conversation, and the customer’s next message reopens it', async () => {
  const inbound = await openForTest();
  await inbound.receiveMeta(messagesBody('Ann', textMessage('15551234567', 'Hi', at(0))));
  const [conversation] = (await inbound.call(listConversations, { slug: 'acme', limit: 10 })).items;
  const id = conversation?.id ?? 0;
  const resolved = await inbound.call(updateConversation, { slug: 'acme', id, status: 'resolved' });
  expect(resolved).toEqual({ ...conversation, status: 'resolved' });
  await inbound.receiveMeta(messagesBody('Ann', textMessage('15551234567', 'One more thing', at(5))));
  const [opened] = (await inbound.call(listConversations, { slug: 'acme', limit: 10 })).items;
  expect(opened).toMatchObject({ id, status: 'open' });
});

test('a conversation shows its newest message, shortened, whatever happens to it', async () => {
  const inbound = await openForTest();
  const long = `${'a'.repeat(139)}😀 and more`;
  await inbound.receiveMeta(
    messagesBody('Ann', textMessage('15551234567', 'Hi', at(0)), textMessage('15551234567', long, at(5))),
  );
  inbound.setNow(new Date('2026-03-01T12:00:00Z'));
  const shown = async () => (await inbound.call(listConversations, { slug: 'acme', limit: 10 })).items[0];
  const at5 = '2026-03-01T10:00:05.000Z';
  const newest = { direction: 'in', origin: 'customer', status: 'received', kind: null, at: at5 };
  expect(await shown()).toMatchObject({
    unread: 2,
    assignee: null,
    bot: 'on',
    replyUntil: '2026-03-02T10:00:05.000Z',
    lastMessage: { ...newest, text: `${'a'.repeat(139)}😀` },
  });
  await inbound.rows(`UPDATE messages SET text = 'edited' WHERE text LIKE 'aaa%'`);
  expect((await shown())?.lastMessage).toEqual({ ...newest, text: 'edited' });
  await inbound.rows(`UPDATE messages SET revoked_at = now() WHERE text = 'edited'`);
  expect((await shown())?.lastMessage).toEqual({ ...newest, text: '' });
  await inbound.rows(`DELETE FROM messages WHERE text = 'edited'`);
  expect((await shown())?.lastMessage).toEqual({ ...newest, text: 'Hi', at: '2026-03-01T10:00:00.000Z' });
  await inbound.rows('DELETE FROM messages');
  inbound.setNow(new Date('2026-03-02T10:00:05Z'));
  expect(await shown()).toMatchObject({ lastMessage: null, replyUntil: null });
});

test('conversations are found by account, assignee, unread messages, and part of a name or number', async () => {
  const inbound = await openForTest();
  await inbound.receiveMeta(messagesBody('Ann Lee', textMessage('15550000001', 'Hi', at(1))));
  await inbound.receiveMeta(messagesBody('Bob %', textMessage('15550000002', 'Hi', at(2))));
  await inbound.receiveTg(textUpdate(42, 1, 'Hi'));
  await inbound.rows(`UPDATE conversations SET assignee = 'mem_ann0000000' WHERE peer = '+15550000001'`);
  await inbound.rows(`UPDATE conversations SET unread = 0 WHERE peer = '+15550000002'`);
  const find = async (filter: Partial<InputOf<typeof listConversations>>) =>
    (await inbound.call(listConversations, { slug: 'acme', limit: 10, ...filter })).items
      .map(({ peer }) => peer)
      .toSorted();
  // At once, before the people are indexed.
  expect(await find({ q: 'ob %' })).toEqual(['+15550000002']);
  await readPeople(inbound);
  expect(await find({ account: NUMBER })).toEqual(['+15550000001', '+15550000002']);
  expect(await find({ account: 'nobody' })).toEqual([]);
  expect(await find({ assignee: 'mem_ann0000000' })).toEqual(['+15550000001']);
  expect(await find({ assignee: 'none' })).toEqual(['+15550000002', '42']);
  expect(await find({ unread: true })).toEqual(['+15550000001', '42']);
  expect(await find({ unread: false })).toEqual(['+15550000002']);
  expect(await find({ q: 'ann' })).toEqual(['+15550000001', '42']);
  expect(await find({ q: 'LEE' })).toEqual(['+15550000001']);
  expect(await find({ q: '%' })).toEqual(['+15550000002']);
  expect(await find({ q: '0000002' })).toEqual(['+15550000002']);
  expect(await find({ q: 'ann', channel: 'wa', unread: true, status: 'open' })).toEqual(['+15550000001']);
});

test('another tenant’s conversations, and unknown tenants, are not found', async () => {
  const inbound = await openForTest();
  await inbound.addTenant('other');
  await inbound.receiveMeta(messagesBody('Ann', textMessage('15551234567', 'Hi')));
  const [conversation] = (await inbound.call(listConversations, { slug: 'acme', limit: 10 })).items;
  const id = conversation?.id ?? 0;
  expect(await inbound.call(listConversations, { slug: 'other', limit: 10 })).toEqual({ items: [], nextCursor: null });
  const unknown = { code: 'unknown_conversation' };
  const inOther = { slug: 'other', id };
  await expect(inbound.call(listConversationMessages, { ...inOther, limit: 10 })).rejects.toMatchObject(unknown);
  await expect(inbound.call(updateConversation, { ...inOther, status: 'archived' })).rejects.toMatchObject(unknown);
  const nobody = { code: 'unknown_tenant' };
  await expect(inbound.call(listConversations, { slug: 'nobody', limit: 10 })).rejects.toMatchObject(nobody);
  await expect(inbound.call(updateConversation, { slug: 'nobody', id, status: 'archived' })).rejects.toMatchObject(
    nobody,
  );
});

test('a person is shown with all their conversations: the same number is the same person, an id of another platform is not', async () => {
  const inbound = await openForTest();
  await inbound.receiveMeta(messagesBody('Ann', textMessage('15551234567', 'Hi', at(0))));
  await inbound.receiveMeta(messagesBody('Bob', textMessage('15550000009', 'Hi', at(1))));
  await inbound.receiveTg(textUpdate(15551234567, 1, 'Hi'));
  const { items } = await inbound.call(listConversations, { slug: 'acme', limit: 10 });
  const ann = items.find(({ channel, name }) => channel === 'wa' && name === 'Ann');
  const id = ann?.id ?? 0;
  expect(await inbound.call(getConversation, { slug: 'acme', id })).toEqual(ann);
  expect(await inbound.call(getConversationPerson, { slug: 'acme', id })).toMatchObject({
    name: 'Ann',
    phone: '+15551234567',
    addresses: expect.arrayContaining(['+15551234567']),
    conversations: [ann],
  });
  for (const contract of [getConversation, getConversationPerson])
    await expect(inbound.call(contract, { slug: 'acme', id: 2_000_000_000 })).rejects.toMatchObject({
      code: 'unknown_conversation',
    });
});
