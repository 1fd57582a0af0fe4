import type { Channel } from '@parley/common/channels';
import { hasErased } from '@parley/common/contracts/internal/erase-data';
import { contact } from '@parley/common/contracts/reading/contact';
import { conversations } from '@parley/common/contracts/reading/conversations';
import { search } from '@parley/common/contracts/reading/search';
import type { Contract, InputOf } from '@parley/common/define-contract';
import { detachPerson } from '@parley/inbox/erasure/detach-person';
import { erasePerson } from '@parley/inbox/erasure/erase-person';
import { findPerson } from '@parley/inbox/erasure/find-person';
import { keepRetention } from '@parley/inbox/erasure/keep-retention';
import { expect, test } from 'vitest';
import { type OpenInbound, openForTest } from '../../inbound/test/open-inbound.ts';
import { messagesBody, textMessage, textUpdate } from '../../inbound/test/wa-bodies.ts';
import { addTenant } from './open-desk.ts';
import { openInbox } from './open-inbox.ts';
import { readPeople } from './read-people.ts';
import { readWords } from './read-words.ts';

// docs/reference/reading.md: search and contact of a key that may read.
const ANN = '15551234567';

const keyOf =
  ({ bus, tenantId }: OpenInbound, channels: Channel[], tenant = { tenantId, tenantSlug: 'acme' }) =>
  <C extends Contract>(contract: C, input: InputOf<C>) =>
    bus.call(contract, input, {
      requestId: 'req_test',
      caller: { ...tenant, instanceId: 'ins_0123456789', channels },
    });
type Key = ReturnType<typeof keyOf>;

const write = (inbound: OpenInbound, name: string, number: string, ...texts: string[]) =>
  inbound.receiveMeta(messagesBody(name, ...texts.map((text) => textMessage(number, text))));

async function index(inbound: OpenInbound): Promise<void> {
  await readPeople(inbound);
  await readWords(inbound);
}

/** Every page of a search, as `person <name>` and `message <snippet>`. */
async function find(key: Key, q: string, given: Partial<InputOf<typeof search>> = {}): Promise<string[]> {
  const found: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await key(search, { q, limit: 50, ...given, cursor });
    expect(page.count).toBe(page.results.length);
    found.push(...page.results.map(({ kind, name, message }) => `${kind} ${message?.snippet ?? name}`));
    if (page.nextCursor === null) return found;
    cursor = page.nextCursor;
  }
}

test('a search finds people before messages, in any spelling, page by page', async () => {
  const inbound = await openForTest();
  await write(inbound, 'نورة', '201001234567', 'أين الطلبية', 'شكراً نوره');
  await write(inbound, 'Ann', ANN, 'Hi', 'another order', 'Ann here');
  await index(inbound);
  const key = keyOf(inbound, ['wa']);
  expect(await find(key, 'نوره')).toEqual(['person نورة', 'message شكراً نوره']);
  expect(await find(key, 'الطلبيه')).toEqual(['message أين الطلبية']);
  const all = ['person Ann', 'message Ann here', 'message another order'];
  for (const limit of [1, 2, 3, 50]) expect(await find(key, 'an', { limit }), String(limit)).toEqual(all);
  expect(await find(key, 'an', { kind: 'person' })).toEqual(all.slice(0, 1));
  expect(await find(key, 'an', { kind: 'message', limit: 1 })).toEqual(all.slice(1));
  const [person, message] = (await key(search, { q: 'ann', limit: 5 })).results;
  expect(person).toMatchObject({
    ...{ kind: 'person', channel: 'wa', conversationId: expect.any(Number), message: null },
    person: { addresses: [`+${ANN}`], contactId: expect.any(Number) },
  });
  expect(message).toMatchObject({
    ...{ kind: 'message', person: null, conversationId: person?.conversationId },
    message: { peer: `+${ANN}`, direction: 'in' },
  });
});

test('a search by the id of a conversation or message finds it once', async () => {
  const inbound = await openForTest();
  await write(inbound, 'Ann', ANN, 'hello');
  await index(inbound);
  const key = keyOf(inbound, ['wa']);
  const [hit] = (await key(search, { q: 'hello', limit: 5 })).results;
  expect(await find(key, String(hit?.conversationId), { kind: 'person' })).toEqual(['person Ann']);
  expect(await find(key, hit?.message?.messageId ?? '', { kind: 'message' })).toEqual(['message hello']);
});

test('a key finds nothing of another channel or another tenant, whatever it asks for', async () => {
  const inbound = await openForTest();
  await inbound.receiveTg(textUpdate(42, 1, 'secret plan'));
  await write(inbound, 'Ann', ANN, 'secret');
  await index(inbound);
  const [row] = await inbound.rows<{ id: number; message: string }>(
    `SELECT c.id, m.id::text AS message FROM conversations c JOIN messages m ON m.conversation_id = c.id WHERE c.channel = 'tg'`,
  );
  const conversationId = row?.id ?? 0;
  const tg = keyOf(inbound, ['tg']);
  expect(await find(tg, 'secret')).toEqual(['message secret plan']);
  expect((await tg(contact, { conversationId })).conversations).toHaveLength(1);

  const tenantId = await addTenant(inbound, 'other');
  const other = keyOf(inbound, ['tg', 'wa'], { tenantId, tenantSlug: 'other' });
  for (const key of [keyOf(inbound, ['wa']), other]) {
    for (const q of ['plan', '42', String(conversationId), row?.message ?? ''])
      expect(await find(key, q), q).toEqual([]);
    await expect(key(contact, { conversationId })).rejects.toMatchObject({ code: 'unknown_conversation' });
    const ofAddress = key(contact, { channel: 'tg', address: '42' });
    await expect(ofAddress).rejects.toMatchObject({ code: 'unknown_contact', status: 404 });
  }
  expect(await find(keyOf(inbound, ['wa']), 'secret', { channel: 'tg' })).toEqual([]);
  // A page can be short, but the search comes to the end.
  await inbound.rows(`UPDATE messages SET channel = 'wd' WHERE text = 'secret'`);
  expect(await find(keyOf(inbound, ['fb']), 'secret', { limit: 1 })).toEqual([]);
});

test('a forged cursor and a cursor of another list are invalid_cursor, and a far position is the start', async () => {
  const inbound = await openForTest();
  await write(inbound, 'Ann', ANN, 'Ann');
  await index(inbound);
  const key = keyOf(inbound, ['wa']);
  const refused = { code: 'invalid_cursor', status: 400 };
  const { nextCursor } = await key(conversations, { limit: 1, unread: true });
  for (const cursor of ['abc', nextCursor ?? 'x', Buffer.from('search:1:-5').toString('base64url')])
    await expect(key(search, { q: 'ann', limit: 5, cursor })).rejects.toMatchObject(refused);
  const cursor = Buffer.from('search:1:9223372036854775807').toString('base64url');
  expect((await key(search, { q: 'ann', limit: 5, cursor })).count).toBe(2);
});

test('a contact is found by a conversation and by an address, with consent and conversations', async () => {
  const inbound = await openForTest();
  await write(inbound, 'Ann', ANN, 'hello');
  const key = keyOf(inbound, ['wa']);
  const byAddress = await key(contact, { channel: 'wa', address: `+${ANN}` });
  expect(byAddress).toMatchObject({
    ...{ ok: true, channel: 'wa', name: 'Ann', addresses: [`+${ANN}`] },
    consent: { optedOut: false, by: null, at: null },
    conversations: [{ peer: `+${ANN}`, labels: [], lastMessage: { text: 'hello' } }],
  });
  const [{ conversationId = 0 } = {}] = byAddress.conversations;
  expect(await key(contact, { conversationId })).toEqual(byAddress);
  expect(await key(contact, { channel: 'wa', address: '1 555 123-4567' })).toEqual(byAddress);
  await inbound.rows(
    `INSERT INTO consents (contact_id, tenant_id, opted_out, by, decided_at) VALUES ($1, $2, true, 'customer', now())`,
    byAddress.contactId,
    inbound.tenantId,
  );
  for (const input of [{ conversationId }, { channel: 'wa' as const, address: `+${ANN}` }])
    expect((await key(contact, input)).consent).toMatchObject({ optedOut: true, by: 'customer' });
});

test('a contact needs a conversation, or a channel and an address', () => {
  const problemsOf = (input: object) => contact.input.safeParse(input).error?.issues.map(({ path }) => path.join('.'));
  expect(problemsOf({})).toEqual(['conversation_id']);
  expect(problemsOf({ channel: 'wa' })).toEqual(['conversation_id']);
  expect(problemsOf({ address: '+1' })).toEqual(['conversation_id']);
  expect(problemsOf({ conversation_id: 1, channel: 'wa', address: '+1' })).toEqual(['conversation_id']);
  expect(problemsOf({ conversation_id: 1 })).toBeUndefined();
});

test('an erased person, and messages past the retention, are not found', async () => {
  const inbound = await openForTest();
  await write(inbound, 'Erased', ANN, 'erased words');
  await write(inbound, 'Kept', '15557654321', 'old words', 'new words');
  await index(inbound);
  const key = keyOf(inbound, ['wa']);
  expect(await find(key, 'words')).toHaveLength(3);
  const { contactId } = await key(contact, { channel: 'wa', address: `+${ANN}` });
  const service = openInbox(inbound.database.db, { retentionDays: 30 });
  const { person } = await findPerson(service, { tenantId: inbound.tenantId, contactId });
  if (!person) throw new Error('no person');
  const detached = await detachPerson(service, { tenantId: inbound.tenantId, contactIds: person.contactIds });
  const erase = () => erasePerson(service, { cursor: null, person: { ...person, detachedAt: detached.at } });
  while (hasErased((await erase()).erased));
  await inbound.rows(
    `UPDATE messages SET created_at = now() - interval '31 days', happened_at = now() - interval '31 days' WHERE text = 'old words'`,
  );
  while (await keepRetention(service));
  expect(await find(key, 'words')).toEqual(['message new words']);
  expect(await find(key, 'erased')).toEqual([]);
  await expect(key(contact, { channel: 'wa', address: `+${ANN}` })).rejects.toMatchObject({ code: 'unknown_contact' });
});
