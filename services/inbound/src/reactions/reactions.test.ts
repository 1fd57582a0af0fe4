import { pollUntil } from '@parley/testing/poll-until';
import { expect, test } from 'vitest';
import { type OpenInbound, openForTest } from '../../test/open-inbound.ts';
import { bodyOf, changeOf, changeValue, messagesBody, textMessage, textUpdate, wamid } from '../../test/wa-bodies.ts';

const FROM = '15551234567';
let second = 1_772_359_200;

const reaction = (target: string, emoji: string | null, from = FROM) => ({
  from,
  id: wamid(),
  timestamp: String(second++),
  type: 'reaction',
  reaction: { message_id: target, ...(emoji === null ? {} : { emoji }) },
});

const reported = async (inbound: OpenInbound) =>
  (await inbound.events('message.reaction')).map(({ data }) => `${data.action} ${data.emoji ?? '-'} by ${data.from}`);

async function receivedId(inbound: OpenInbound): Promise<string> {
  const message = textMessage(FROM, 'Hello');
  await inbound.receiveMeta(messagesBody('Ann', message));
  return message.id;
}

test('a reaction has the message_id of its message, and its removal in either form is reported with the removed emoji', async () => {
  const inbound = await openForTest();
  const target = await receivedId(inbound);
  await inbound.receiveMeta(messagesBody('Ann', reaction(target, '👍')));
  await inbound.receiveMeta(messagesBody('Ann', reaction(target, '')));
  await inbound.receiveMeta(messagesBody('Ann', reaction(target, '❤️')));
  await inbound.receiveMeta(messagesBody('Ann', reaction(target, null)));
  const by = `by +${FROM}`;
  expect(await reported(inbound)).toEqual([`added 👍 ${by}`, `removed 👍 ${by}`, `added ❤️ ${by}`, `removed ❤️ ${by}`]);
  const [message] = await inbound.events('message.received');
  const [event] = await inbound.events('message.reaction');
  expect(event?.data).toMatchObject({
    message_id: String(message?.data.message_id),
    conversation_id: message?.conversation_id,
  });
});

test('a repeated reaction is reported once, and changes no other message’s reactions', async () => {
  const inbound = await openForTest();
  const [one, two] = [await receivedId(inbound), await receivedId(inbound)];
  await inbound.receiveMeta(messagesBody('Ann', reaction(two, '😀')));
  const body = messagesBody('Ann', reaction(one, '👍'));
  await Promise.all(Array.from({ length: 5 }, () => inbound.receiveMeta(body)));
  await inbound.receiveMeta(messagesBody('Ann', reaction(one, '')));
  expect(await reported(inbound)).toEqual([`added 😀 by +${FROM}`, `added 👍 by +${FROM}`, `removed 👍 by +${FROM}`]);
  expect(await inbound.rows(`SELECT emoji FROM message_reactions WHERE emoji <> ''`)).toEqual([{ emoji: '😀' }]);
});

test('on wa a person’s new reaction replaces the old one, and other people’s reactions stay', async () => {
  const inbound = await openForTest();
  const target = await receivedId(inbound);
  await inbound.receiveMeta(messagesBody('Bob', reaction(target, '👍', '15557654321')));
  await inbound.receiveMeta(messagesBody('Ann', reaction(target, '👍')));
  await inbound.receiveMeta(messagesBody('Ann', reaction(target, '❤️')));
  expect(await inbound.rows('SELECT sender, emoji FROM message_reactions ORDER BY sender')).toEqual([
    { sender: `+${FROM}`, emoji: '❤️' },
    { sender: '+15557654321', emoji: '👍' },
  ]);
});

test('an older reaction that arrives after its removal has no effect', async () => {
  const inbound = await openForTest();
  const target = await receivedId(inbound);
  const added = reaction(target, '👍');
  const removed = reaction(target, '');
  await inbound.receiveMeta(messagesBody('Ann', removed));
  await inbound.receiveMeta(messagesBody('Ann', added));
  expect(await reported(inbound)).toEqual([]);
  expect(await inbound.rows(`SELECT 1 FROM message_reactions WHERE emoji <> ''`)).toEqual([]);
});

test('a reaction that arrives before its message is reported after it', async () => {
  const inbound = await openForTest();
  const message = textMessage(FROM, 'late');
  await inbound.receiveMeta(messagesBody('Ann', reaction(message.id, '👍')));
  expect(await inbound.events()).toEqual([]);
  await inbound.receiveMeta(messagesBody('Ann', message));
  expect((await inbound.events()).map(({ type }) => type)).toEqual(['message.received', 'message.reaction']);
});

test('a reaction to a sent message that is stored a moment later is reported by the sweep', async () => {
  const inbound = await openForTest();
  const target = wamid();
  await receivedId(inbound);
  await inbound.receiveMeta(messagesBody('Ann', reaction(target, '👍')));
  await inbound.rows('UPDATE messages SET provider_message_id = $1', target);
  await pollUntil(async () => ((await reported(inbound)).length > 0 ? true : null), {
    what: () => 'the reaction',
  });
  expect(await reported(inbound)).toEqual([`added 👍 by +${FROM}`]);
});

test('on Telegram a changed reaction is reported as removed and added', async () => {
  const inbound = await openForTest();
  await inbound.receiveTg(textUpdate(42, 11, 'Hi'));
  const change = (before: string[], after: string[], date: number) => ({
    update_id: date,
    message_reaction: {
      chat: { id: 42, type: 'private', first_name: 'Ann' },
      user: { id: 42, is_bot: false, first_name: 'Ann' },
      message_id: 11,
      date,
      old_reaction: before.map((emoji) => ({ type: 'emoji', emoji })),
      new_reaction: after.map((emoji) => ({ type: 'emoji', emoji })),
    },
  });
  await inbound.receiveTg(change([], ['👍'], 1_772_359_200));
  await inbound.receiveTg(change(['👍'], ['🔥'], 1_772_359_200));
  await inbound.receiveTg(change(['👍'], ['🔥'], 1_772_359_200));
  await inbound.receiveTg(change(['🔥'], [], 1_772_359_201));
  expect(await reported(inbound)).toEqual(['added 👍 by 42', 'removed 👍 by 42', 'added 🔥 by 42', 'removed 🔥 by 42']);
});

test('an edit updates the stored text, an older edit changes nothing, and no event is fired', async () => {
  const inbound = await openForTest();
  await inbound.receiveTg(textUpdate(42, 11, 'first'));
  const edit = (text: string, editDate: number) => {
    const { message } = textUpdate(42, 11, text, { edit_date: editDate });
    return { update_id: editDate, edited_message: message };
  };
  const later = Math.floor(Date.now() / 1000) + 100;
  await inbound.receiveTg(edit('second', later));
  await inbound.receiveTg(edit('third', later));
  await inbound.receiveTg(edit('stale', later - 50));
  expect(await inbound.rows('SELECT text FROM messages')).toEqual([{ text: 'third' }]);
  expect(await inbound.events()).toHaveLength(1);
});

test('a revoked message is marked, once', async () => {
  const inbound = await openForTest();
  const target = await receivedId(inbound);
  const revoke = {
    from: FROM,
    id: wamid(),
    timestamp: '1772359300',
    type: 'revoke',
    revoke: { original_message_id: target },
  };
  await inbound.receiveMeta(messagesBody('Ann', revoke));
  const again = { ...revoke, timestamp: '1772359400' };
  await inbound.receiveMeta(messagesBody('Ann', again));
  const rows = await inbound.rows<{ revoked_at: Date }>('SELECT revoked_at FROM messages');
  expect(rows.map(({ revoked_at }) => revoked_at.toISOString())).toEqual(['2026-03-01T10:01:40.000Z']);
});

test('a person who changes the number keeps contact and conversation, and sends go to the new number', async () => {
  const inbound = await openForTest();
  await receivedId(inbound);
  const change = {
    from: FROM,
    id: wamid(),
    timestamp: '1772359300',
    type: 'system',
    system: { type: 'user_changed_number', body: 'changed', wa_id: '15559998888' },
  };
  await inbound.receiveMeta(bodyOf(changeOf(changeValue({ messages: [change] }))));
  expect(await inbound.rows('SELECT peer FROM conversations')).toEqual([{ peer: '+15559998888' }]);
  await inbound.receiveMeta(messagesBody('Ann', textMessage('15559998888', 'new number')));
  const [first, second] = await inbound.events();
  expect(second?.conversation_id).toBe(first?.conversation_id);
  expect(await inbound.rows('SELECT 1 FROM contacts')).toHaveLength(1);
});
