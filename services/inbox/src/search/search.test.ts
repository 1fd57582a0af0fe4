import { searchMessages } from '@parley/common/contracts/operator/search-messages';
import { makeIndexMessages } from '@parley/inbox/search/index-messages';
import { pollUntil } from '@parley/testing/poll-until';
import { expect, test } from 'vitest';
import { type OpenInbound, openForTest } from '../../../inbound/test/open-inbound.ts';
import { messagesBody, textMessage, textUpdate, wamid } from '../../../inbound/test/wa-bodies.ts';
import { beforeStatement, openInbox } from '../../test/open-inbox.ts';
import { READ, readWords } from '../../test/read-words.ts';

const MINUTE_MS = 60_000;

const find = async (inbound: OpenInbound, q: string, slug = 'acme'): Promise<string[]> =>
  (await inbound.call(searchMessages, { slug, q, limit: 50 })).items.map(({ snippet }) => snippet);

const receive = (inbound: OpenInbound, ...texts: string[]) =>
  inbound.receiveMeta(messagesBody('Ann', ...texts.map((text) => textMessage('15551234567', text))));

test('messages are found by beginnings of their words, in any order and spelling, newest first', async () => {
  const inbound = await openForTest({ hasInboxDuties: false });
  await receive(inbound, 'Where is my ORDER?', 'The order was shipped', 'شكراً، وصلت الطلبية', 'أين القائِمة');
  await readWords(inbound);
  expect(await find(inbound, 'order')).toEqual(['The order was shipped', 'Where is my ORDER?']);
  expect(await find(inbound, 'ship ord')).toEqual(['The order was shipped']);
  expect(await find(inbound, 'rder')).toEqual([]);
  expect(await find(inbound, 'القائمه')).toEqual(['أين القائِمة']);
  expect(await find(inbound, 'اين')).toEqual(['أين القائِمة']);
  expect(await find(inbound, 'الطلبيه شكرا')).toEqual(['شكراً، وصلت الطلبية']);
});

test('pages list each message once, without gaps', async () => {
  const inbound = await openForTest({ hasInboxDuties: false });
  await receive(inbound, ...Array.from({ length: 7 }, (_, n) => `order ${n}`));
  await readWords(inbound);
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await inbound.call(searchMessages, { slug: 'acme', q: 'order', limit: 3, cursor });
    seen.push(...page.items.map(({ snippet }) => snippet));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  expect(seen).toEqual([6, 5, 4, 3, 2, 1, 0].map((n) => `order ${n}`));
  const refused = { code: 'invalid_cursor' };
  const cursors = { slug: 'acme', q: 'order', limit: 3, cursor: 'abc' };
  await expect(inbound.call(searchMessages, cursors)).rejects.toMatchObject(refused);
});

test('a message is found by its id, ours or the platform’s, before those that contain it as a word', async () => {
  const inbound = await openForTest({ hasInboxDuties: false });
  const id = wamid();
  await inbound.receiveMeta(messagesBody('Ann', textMessage('15551234567', 'named', { id })));
  const [named] = (await inbound.call(searchMessages, { slug: 'acme', q: id, limit: 5 })).items;
  expect(named).toMatchObject({ snippet: 'named', name: 'Ann', peer: '+15551234567', direction: 'in', channel: 'wa' });
  await receive(inbound, `about ${named?.messageId}`);
  await readWords(inbound);
  expect(await find(inbound, named?.messageId ?? '')).toEqual(['named', `about ${named?.messageId}`]);
});

test('no tenant finds another tenant’s messages, by words or by an id', async () => {
  const inbound = await openForTest({ hasInboxDuties: false });
  const id = wamid();
  await inbound.receiveMeta(messagesBody('Ann', textMessage('15551234567', 'secret', { id })));
  await inbound.rows(`INSERT INTO tenants (slug, name) VALUES ('eve', 'Eve')`);
  await readWords(inbound);
  const [{ messageId = '' } = {}] = (await inbound.call(searchMessages, { slug: 'acme', q: 'secret', limit: 5 })).items;
  for (const q of ['secret', id, messageId, '1', 'sec']) expect(await find(inbound, q, 'eve'), q).toEqual([]);
});

test('an edited text is found by its new words', async () => {
  const inbound = await openForTest({ hasInboxDuties: false });
  await inbound.receiveTg(textUpdate(42, 1, 'the first text'));
  await readWords(inbound);
  const { message } = textUpdate(42, 1, 'the second text', { edit_date: Math.floor(Date.now() / 1000) + 5 });
  await inbound.receiveTg({ update_id: 2000, edited_message: message });
  await readWords(inbound);
  expect(await find(inbound, 'first')).toEqual([]);
  expect(await find(inbound, 'second')).toEqual(['the second text']);
});

test.each([true, false])('a deleted message is not found; its words were indexed before: %s', async (isReadBefore) => {
  const inbound = await openForTest({ hasInboxDuties: false });
  const id = wamid();
  await inbound.receiveMeta(messagesBody('Ann', textMessage('15551234567', 'a regretted text', { id })));
  if (isReadBefore) {
    await readWords(inbound);
    expect(await find(inbound, 'regretted')).toEqual(['a regretted text']);
  }
  const taken = { from: '15551234567', id: wamid(), timestamp: '1772359300', type: 'revoke' };
  const revoke = { ...taken, revoke: { original_message_id: id } };
  await inbound.receiveMeta(messagesBody('Ann', revoke));
  expect(await inbound.rows('SELECT 1 FROM messages WHERE revoked_at IS NOT NULL')).toHaveLength(1);
  await readWords(inbound);
  expect(await find(inbound, 'regretted')).toEqual([]);
});

test('a text that changes while its words are being read is found by its new words', async () => {
  const inbound = await openForTest({ hasInboxDuties: false });
  await inbound.receiveTg(textUpdate(42, 1, 'the first text'));
  let edited: Promise<unknown> | null = null;
  const service = openInbox(inbound.database.db, { now: () => new Date(Date.now() + MINUTE_MS / 2) });
  const index = makeIndexMessages(
    beforeStatement(service, 'inbox.write-words', () => {
      const { message } = textUpdate(42, 1, 'the second text', { edit_date: Math.floor(Date.now() / 1000) + 5 });
      edited = inbound.receiveTg({ update_id: 2000, edited_message: message });
    }),
  );
  // A round that finds the service's own worker at it reads nothing.
  await pollUntil(async () => {
    await index();
    return edited;
  }, READ);
  await edited;
  await readWords(inbound);
  expect(await find(inbound, 'first')).toEqual([]);
  expect(await find(inbound, 'second')).toEqual(['the second text']);
});

test('a message that is committed after newer ones is indexed too, and messages older than a minute only once', async () => {
  const inbound = await openForTest({ hasInboxDuties: false });
  await receive(inbound, 'before');
  const [row] = await inbound.rows<{ id: string }>(`SELECT nextval('messages_id_seq')::text AS id`);
  await receive(inbound, 'after');
  await readWords(inbound);
  await inbound.rows(
    `INSERT INTO messages SELECT (jsonb_populate_record(m, jsonb_build_object('id', '${row?.id}', 'text', 'late', 'provider_message_id', 'late'))).*
       FROM messages m WHERE text = 'before'`,
  );
  await readWords(inbound);
  expect(await find(inbound, 'late')).toEqual(['late']);
  await pollUntil(async () => {
    await readWords(inbound, 2 * MINUTE_MS);
    const isDone = 'SELECT 1 FROM message_words_progress WHERE read_until = (SELECT max(id) FROM messages)';
    return (await inbound.rows(isDone)).length === 1 || null;
  }, READ);
});

test('two workers index each message once', async () => {
  const inbound = await openForTest({ hasInboxDuties: false });
  await receive(inbound, ...Array.from({ length: 450 }, (_, n) => `order ${n}`));
  await Promise.all([readWords(inbound), readWords(inbound)]);
  await readWords(inbound);
  const [{ count } = {}] = await inbound.rows<{ count: string }>('SELECT count(*)::text AS count FROM message_words');
  expect(count).toBe('450');
});

test.each(['?!', '😀', 'ـ'])('%s is not a valid search', async (q) => {
  const inbound = await openForTest({ hasInboxDuties: false });
  await expect(inbound.call(searchMessages, { slug: 'acme', q, limit: 5 })).rejects.toMatchObject({
    code: 'invalid_q',
  });
});
