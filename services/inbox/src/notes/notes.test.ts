import { randomBytes } from 'node:crypto';
import {
  addNote,
  deleteNote,
  listMentionable,
  listMentions,
  listNotes,
  markMentionsRead,
  updateNote,
} from '@parley/common/contracts/console/notes';
import { listConversationMessages } from '@parley/common/contracts/operator/conversations';
import { MENTIONS_MAX, NOTE_MAX } from '@parley/common/workspace/note-limits';
import { expect, test } from 'vitest';
import { type OpenInbound, openForTest } from '../../../inbound/test/open-inbound.ts';
import { messagesBody, textMessage } from '../../../inbound/test/wa-bodies.ts';
import { addMember, addTenant, type Desk, operatorOf } from '../../test/open-desk.ts';

const newKey = (): string => randomBytes(16).toString('hex');

/** A conversation, two agents, and a recipient of notifications. */
async function open() {
  const inbound = await openForTest();
  const write = (text: string) => inbound.receiveMeta(messagesBody('Sam', textMessage('15550000001', text)));
  await write('Hi');
  const [conversation] = await inbound.rows<{ id: number }>('SELECT id FROM conversations');
  const id = conversation?.id ?? 0;
  const amal = await addMember(inbound, { name: 'Amal Hassan' });
  const priya = await addMember(inbound, { name: 'Priya' });
  await inbound.rows(
    `INSERT INTO recipients (tenant_id, name, language, time_zone, created_at) VALUES ($1, 'Ann', 'en', 'UTC', now())`,
    inbound.tenantId,
  );
  const add = (desk: Desk, text: string, mentions: string[] = [], key = newKey()) =>
    desk.call(addNote, { id, key, text, mentions });
  return { inbound, id, amal, priya, add, write };
}

const facts = async (inbound: OpenInbound) =>
  (
    await inbound.rows<{ subject: string; data: unknown }>(
      `SELECT subject, data FROM notification_facts WHERE kind = 'mention' ORDER BY id`,
    )
  ).map(({ subject, data }) => ({ subject, data }));

test('a note has its author, time and place among the messages, and is in no event and no message', async () => {
  const { inbound, id, amal, priya, add, write } = await open();
  await inbound.rows('DELETE FROM events');
  const first = await add(amal, '<b>Regular</b> \u202ecustomer\n@Priya');
  await write('Hello?');
  await inbound.rows('DELETE FROM events');
  const second = await add(operatorOf(inbound), 'From the operator');
  const { items, nextCursor } = await priya.call(listNotes, { id, limit: 50 });
  expect(items).toEqual([second, first]);
  expect(nextCursor).toBeNull();
  expect(second).toMatchObject({ author: null, editedAt: null });
  expect(first).toMatchObject({
    author: { id: amal.memberId, name: 'Amal Hassan' },
    text: '<b>Regular</b> \u202ecustomer\n@Priya',
  });
  const messages = (await inbound.call(listConversationMessages, { slug: 'acme', id, limit: 50 })).items;
  expect(messages.map(({ text }) => text)).toEqual(['Hello?', 'Hi']);
  expect([second.afterMessageId, first.afterMessageId]).toEqual(messages.map(({ messageId }) => messageId));
  expect(await inbound.events()).toEqual([]);
});

test('notes are listed page by page', async () => {
  const { id, amal, add } = await open();
  for (const text of ['one', 'two', 'three']) await add(amal, text);
  const page = await amal.call(listNotes, { id, limit: 2 });
  const rest = await amal.call(listNotes, { id, limit: 2, cursor: page.nextCursor ?? '' });
  expect([...page.items, ...rest.items].map(({ text }) => text)).toEqual(['three', 'two', 'one']);
  expect(rest.nextCursor).toBeNull();
});

test('a draft that is sent twice, also at once, is one note that notifies once', async () => {
  const { inbound, id, amal, priya, add } = await open();
  const key = newKey();
  const [one, two] = await Promise.all([
    add(amal, 'Once @Priya', [priya.memberId], key),
    add(amal, 'Once @Priya', [priya.memberId], key),
  ]);
  expect(two).toEqual(one);
  expect(await add(amal, 'Another text', [], key)).toEqual(one);
  expect((await amal.call(listNotes, { id, limit: 50 })).items).toEqual([one]);
  expect(await facts(inbound)).toHaveLength(1);
});

test('a mention notifies the member once, without the text; it does not notify the author, or again after an edit', async () => {
  const { inbound, id, amal, priya, add } = await open();
  const note = await add(amal, '@Priya @Amal Hassan look', [priya.memberId, amal.memberId]);
  expect(note.mentions.map(({ name }) => name).toSorted()).toEqual(['Amal Hassan', 'Priya']);
  const told = {
    subject: priya.memberId,
    data: { conversation_id: id, channel: 'wa', member_id: priya.memberId, by: 'Amal Hassan' },
  };
  expect(await facts(inbound)).toEqual([told]);
  await amal.call(updateNote, { id: note.id, text: 'Nobody', mentions: [] });
  await amal.call(updateNote, { id: note.id, text: '@Priya again', mentions: [priya.memberId] });
  expect(await facts(inbound)).toEqual([told]);
});

test('mentions are listed for their member alone, and are unread until the member has seen them', async () => {
  const { id, amal, priya, add } = await open();
  const note = await add(amal, `@Priya ${'x'.repeat(300)}`, [priya.memberId]);
  const { items, unread } = await priya.call(listMentions, { limit: 20 });
  expect(unread).toBe(1);
  expect(items).toMatchObject([
    {
      noteId: note.id,
      conversationId: id,
      channel: 'wa',
      name: 'Sam',
      author: { name: 'Amal Hassan' },
      text: expect.stringMatching(/^@Priya x{132}…$/),
      afterMessageId: note.afterMessageId,
      isUnread: true,
    },
  ]);
  expect(await amal.call(listMentions, { limit: 20 })).toEqual({ items: [], unread: 0 });
  await amal.call(markMentionsRead, {});
  await priya.call(markMentionsRead, { conversationId: id + 1 });
  expect(await priya.call(listMentions, { limit: 20 })).toMatchObject({ unread: 1 });
  await priya.call(markMentionsRead, { conversationId: id });
  expect(await priya.call(listMentions, { limit: 20 })).toMatchObject({ unread: 0, items: [{ isUnread: false }] });
});

test('only its author edits and deletes a note, and an edit has its time unless it changes nothing', async () => {
  const { inbound, id, amal, priya, add } = await open();
  const note = await add(amal, 'Before', [priya.memberId]);
  for (const other of [priya, operatorOf(inbound)]) {
    const change = other.call(updateNote, { id: note.id, text: 'Eve', mentions: [] });
    await expect(change).rejects.toMatchObject({ code: 'permission_denied' });
    await expect(other.call(deleteNote, { id: note.id })).rejects.toMatchObject({ code: 'permission_denied' });
  }
  expect(await amal.call(updateNote, { id: note.id, text: 'Before', mentions: [priya.memberId] })).toEqual(note);
  const edited = await amal.call(updateNote, { id: note.id, text: 'After', mentions: [] });
  expect(edited).toEqual({ ...note, text: 'After', mentions: [], editedAt: expect.any(String) });
  expect(await priya.call(listMentions, { limit: 20 })).toEqual({ items: [], unread: 0 });
  await amal.call(deleteNote, { id: note.id });
  expect((await amal.call(listNotes, { id, limit: 50 })).items).toEqual([]);
  await expect(amal.call(deleteNote, { id: note.id })).rejects.toMatchObject({ code: 'unknown_note' });
  const own = await add(operatorOf(inbound), 'Of the operator');
  await expect(amal.call(deleteNote, { id: own.id })).rejects.toMatchObject({ code: 'permission_denied' });
  await operatorOf(inbound).call(deleteNote, { id: own.id });
});

test('another tenant reads and changes no note, and its members are not mentioned', async () => {
  const { inbound, id, amal, priya, add } = await open();
  const note = await add(amal, 'Ours @Priya', [priya.memberId]);
  const tenantId = await addTenant(inbound, 'other');
  const eve = await addMember(inbound, { name: 'Eve', role: 'owner', tenantId });
  const unknown = { code: 'unknown_conversation' };
  await expect(eve.call(listNotes, { id, limit: 50 })).rejects.toMatchObject(unknown);
  await expect(add(eve, 'Eve was here')).rejects.toMatchObject(unknown);
  const change = { id: note.id, text: 'Eve', mentions: [] };
  await expect(eve.call(updateNote, change)).rejects.toMatchObject({ code: 'unknown_note' });
  await expect(eve.call(deleteNote, { id: note.id })).rejects.toMatchObject({ code: 'unknown_note' });
  await eve.call(markMentionsRead, {});
  expect(await eve.call(listMentions, { limit: 20 })).toEqual({ items: [], unread: 0 });
  expect(await priya.call(listMentions, { limit: 20 })).toMatchObject({ unread: 1 });
  expect((await eve.call(listMentionable, { limit: 50 })).items).toEqual([]);
  await expect(add(amal, '@Eve', [eve.memberId])).rejects.toMatchObject({ code: 'unknown_member' });
  await expect(amal.call(updateNote, { id: note.id, text: '@Eve', mentions: [eve.memberId] })).rejects.toMatchObject({
    code: 'unknown_member',
  });
  expect((await amal.call(listNotes, { id, limit: 50 })).items).toEqual([note]);
});

test('members without the inbox and removed members are not mentioned; a mention stays when its member is removed', async () => {
  const { inbound, amal, priya, add } = await open();
  const dev = await addMember(inbound, { name: 'Priya of the code', role: 'developer' });
  const note = await add(amal, '@Priya', [priya.memberId]);
  await expect(add(amal, '@Priya of the code', [dev.memberId])).rejects.toMatchObject({ code: 'unknown_member' });
  await inbound.rows('UPDATE members SET removed_at = now() WHERE member_id = $1', priya.memberId);
  await expect(add(amal, '@Priya', [priya.memberId])).rejects.toMatchObject({ code: 'unknown_member' });
  expect((await amal.call(listMentionable, { q: 'priya', limit: 8 })).items).toEqual([]);
  expect(await amal.call(updateNote, { id: note.id, text: '@Priya, later', mentions: [priya.memberId] })).toMatchObject(
    {
      mentions: [{ id: priya.memberId, name: 'Priya' }],
    },
  );
});

test('among 10,000 members one is found by any part of their name, in any spelling', async () => {
  const { inbound, amal } = await open();
  await inbound.rows(
    `INSERT INTO members (member_id, tenant_id, email, email_key, name, roles, created_at)
     SELECT 'mem_many' || lpad(n::text, 8, '0'), $1, n || '@many.example', n || '@many.example',
            CASE WHEN n = 9999 THEN 'سارة أحمد' ELSE 'Member ' || n END, ARRAY['agent'], now()
       FROM generate_series(1, 10000) AS n`,
    inbound.tenantId,
  );
  expect((await amal.call(listMentionable, { q: 'احمد', limit: 8 })).items).toEqual([
    { id: 'mem_many00009999', name: 'سارة أحمد' },
  ]);
  expect((await amal.call(listMentionable, { limit: 8 })).items).toHaveLength(8);
});

test.each([
  ['a text of 100 kB', { text: 'x'.repeat(100_000) }],
  ['a text that is too long', { text: 'x'.repeat(NOTE_MAX + 1) }],
  ['a blank text', { text: ' \n ' }],
  ['control characters', { text: 'a\u0000b' }],
  ['half a character', { text: 'a\ud800' }],
  ['10,000 mentions', { mentions: Array.from({ length: 10_000 }, (_, at) => `mem_${String(at).padStart(10, '0')}`) }],
  ['too many mentions', { mentions: Array.from({ length: MENTIONS_MAX + 1 }, (_, at) => `mem_000000000${at}`) }],
  ['a repeated mention', { mentions: ['mem_0000000000', 'mem_0000000000'] }],
  ['a key of no draft', { key: 'x' }],
])('refuses %s', (_, given) => {
  const input = { id: 1, key: newKey(), text: 'Text', ...given };
  expect(addNote.input.safeParse(input).success).toBe(false);
});
