import { importDeviceMessages, type ReservedIds } from '@parley/common/contracts/internal/import-device-messages';
import { type OldDeviceMessage, storeDeviceItems } from '@parley/common/contracts/internal/store-device-items';
import { listConversationMessages } from '@parley/common/contracts/operator/conversations';
import { PLATFORM_EVENT_TYPES } from '@parley/common/events/event-types';
import { makeTestBot } from '@parley/testing/factories/test-bot';
import { expect, test } from 'vitest';
import { type OpenInbound, openForTest } from '../../test/open-inbound.ts';

// docs/reference/wd.md#history
const DEVICE = '7';
const BOB = { address: '+15550002', aliases: ['915550002@lid'], name: 'Bob', phone: '+15550002' };
const DAY_MS = 86_400_000;
const daysAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString();

const message = (id: string, days: number, given: Partial<Extract<OldDeviceMessage, { kind: 'message' }>> = {}) =>
  ({
    kind: 'message',
    providerMessageId: id,
    at: daysAgo(days),
    from: BOB,
    group: null,
    text: `text ${id}`,
    attachments: [],
    replyToProviderId: null,
    ...given,
  }) satisfies OldDeviceMessage;
const echo = (id: string, days: number) =>
  ({
    kind: 'echo',
    providerMessageId: id,
    at: daysAgo(days),
    to: BOB,
    group: null,
    text: `text ${id}`,
    attachments: [],
  }) satisfies OldDeviceMessage;

/** Ten ids, as services/pairing reserves them for a history. */
async function reserveIds(inbound: OpenInbound): Promise<ReservedIds> {
  const [ids] = await inbound.rows<ReservedIds>(
    `SELECT min(id)::text AS from, max(id)::text AS to
       FROM (SELECT nextval('messages_id_seq') AS id FROM generate_series(1, 10)) taken`,
  );
  if (!ids) throw new Error('No ids were reserved.');
  return ids;
}

async function open() {
  const inbound = await openForTest();
  const { tenantId } = inbound;
  await inbound.addAccount({ tenantId, channel: 'wd', externalId: DEVICE, name: 'Shop' });
  const ids = await reserveIds(inbound);
  const run = (...items: OldDeviceMessage[]) =>
    inbound.call(importDeviceMessages, { tenantId, externalId: DEVICE, ids, items });
  const hear = (...items: OldDeviceMessage[]) =>
    inbound.call(storeDeviceItems, { tenantId, externalId: DEVICE, items });
  const texts = async (): Promise<string[]> =>
    (await inbound.rows<{ text: string }>('SELECT text FROM messages ORDER BY id')).map(({ text }) => text);
  const [tenant] = await inbound.rows<{ slug: string }>('SELECT slug FROM tenants WHERE id = $1', tenantId);
  return { inbound, ids, run, hear, texts, slug: tenant?.slug ?? '' };
}

test('imported messages are listed in order before live ones, and cause no event, bot turn or unread count', async () => {
  const { inbound, run, hear, texts, slug } = await open();
  await makeTestBot(inbound.database.db, { tenantId: inbound.tenantId });
  await hear(message('L1', 0));
  const before = await inbound.rows('SELECT type FROM events');
  expect(await run(message('A3', 1, { replyToProviderId: 'A1' }), echo('A2', 2))).toEqual({ stored: 2, isFull: false });
  expect(await run(message('A1', 3, { text: 'STOP' }))).toEqual({ stored: 1, isFull: false });
  expect(await texts()).toEqual(['STOP', 'text A2', 'text A3', 'text L1']);
  expect(await inbound.rows('SELECT type FROM events')).toEqual(before);
  expect(await inbound.rows('SELECT 1 FROM bot_turns')).toHaveLength(1);
  expect(await inbound.rows('SELECT 1 FROM consents')).toEqual([]);
  const [conversation] = await inbound.rows<{ id: number; unread: number }>('SELECT id, unread FROM conversations');
  expect(conversation?.unread).toBe(1);
  const { items: messages } = await inbound.call(listConversationMessages, {
    slug,
    id: conversation?.id ?? 0,
    limit: 50,
  });
  expect(messages.map(({ imported, status, origin }) => [imported, status, origin])).toEqual([
    [undefined, 'received', 'customer'],
    [true, 'received', 'customer'],
    [true, 'sent', 'phone'],
    [true, 'received', 'customer'],
  ]);
});

test('the person of a chat with own messages only gets the name that the history has', async () => {
  const { inbound, run } = await open();
  await run(echo('A1', 1));
  await run({ ...echo('A0', 2), to: { ...BOB, name: null } });
  expect(await inbound.rows('SELECT name FROM contacts')).toEqual([{ name: 'Bob' }]);
});

test('a repeated import stores no message twice, and a live repeat of an imported message causes no event', async () => {
  const { inbound, run, hear, texts } = await open();
  await run(message('A2', 1), message('A1', 2));
  expect(await run(message('A2', 1), message('A1', 2), message('A0', 3))).toEqual({ stored: 1, isFull: false });
  await hear(message('A1', 2));
  expect(await texts()).toEqual(['text A0', 'text A1', 'text A2']);
  expect(await inbound.rows('SELECT 1 FROM events')).toEqual([]);
});

test('a quote is linked when the quoted message is imported by a later call, in its own conversation only', async () => {
  const { inbound, run } = await open();
  const CAT = { address: '+15550003', aliases: [], name: 'Cat', phone: '+15550003' };
  await run(message('A3', 1, { replyToProviderId: 'A1' }), message('C1', 2, { from: CAT, replyToProviderId: 'A1' }));
  await run(message('A2', 3));
  await run(message('A1', 4));
  expect(
    await inbound.rows(
      `SELECT m.text, r.text AS quoted FROM messages m LEFT JOIN messages r ON r.id = m.reply_to_id ORDER BY m.id`,
    ),
  ).toEqual([
    { text: 'text A1', quoted: null },
    { text: 'text A2', quoted: null },
    { text: 'text C1', quoted: null },
    { text: 'text A3', quoted: 'text A1' },
  ]);
  expect(await inbound.rows(`SELECT text FROM messages WHERE extra ? 'quotes'`)).toEqual([{ text: 'text C1' }]);
});

test('a quote of a live message is linked when the quoted message is imported later, in its own conversation only', async () => {
  const { inbound, run, hear } = await open();
  const CAT = { address: '+15550003', aliases: [], name: 'Cat', phone: '+15550003' };
  await hear(message('L1', 0, { replyToProviderId: 'A1' }), message('L2', 0, { from: CAT, replyToProviderId: 'A1' }));
  await hear(message('L3', 0, { replyToProviderId: 'A2' }));
  await run(message('A2', 2));
  await run(message('A1', 3));
  expect(
    await inbound.rows(
      `SELECT m.text, r.text AS quoted FROM messages m LEFT JOIN messages r ON r.id = m.reply_to_id ORDER BY m.id`,
    ),
  ).toEqual([
    { text: 'text A1', quoted: null },
    { text: 'text A2', quoted: null },
    { text: 'text L1', quoted: 'text A1' },
    { text: 'text L2', quoted: null },
    { text: 'text L3', quoted: 'text A2' },
  ]);
  expect(await inbound.rows(`SELECT text FROM messages WHERE extra ? 'quotes'`)).toEqual([{ text: 'text L2' }]);
  const events = await inbound.rows(
    `SELECT data::jsonb ->> 'reply_to' AS replied FROM events WHERE type = 'message.received'`,
  );
  expect(events).toEqual(Array.from({ length: 3 }, () => ({ replied: null })));
});

test('concurrent imports of the same messages store each once', async () => {
  const { run, texts } = await open();
  const items = [message('A3', 1), message('A2', 2), message('A1', 3)];
  const done = await Promise.all([run(...items), run(...items), run(...items)]);
  expect(done.map(({ stored }) => stored).sort()).toEqual([0, 0, 3]);
  expect(await texts()).toEqual(['text A1', 'text A2', 'text A3']);
});

test('an import ends when its reserved ids are used, without the oldest messages', async () => {
  const { run, texts } = await open();
  const items = Array.from({ length: 12 }, (_, index) => message(`A${index}`, index + 1));
  expect(await run(...items.slice(0, 7))).toEqual({ stored: 7, isFull: false });
  expect(await run(...items.slice(7))).toEqual({ stored: 3, isFull: true });
  expect(await run(...items)).toEqual({ stored: 0, isFull: true });
  expect(await texts()).toEqual(
    items
      .slice(0, 10)
      .map(({ text }) => text)
      .reverse(),
  );
});

test('an import of another tenant, or of a removed connection, stores nothing', async () => {
  const { inbound, ids, texts } = await open();
  const input = { externalId: DEVICE, ids, items: [message('A1', 1)] };
  await expect(inbound.call(importDeviceMessages, { ...input, tenantId: inbound.tenantId + 1 })).rejects.toThrow();
  await inbound.rows(`UPDATE channel_accounts SET status = 'disconnected' WHERE channel = 'wd'`);
  const done = await inbound.call(importDeviceMessages, { ...input, tenantId: inbound.tenantId });
  expect(done).toEqual({ stored: 0, isFull: true });
  expect(await texts()).toEqual([]);
});

test('a new conversation of an import is not reported to the platform', async () => {
  const { inbound, run } = await open();
  await inbound.rows(
    `INSERT INTO platform_webhooks (instance_id, tenant_id, url, events, secret)
     VALUES ('ins_platform', $1, 'https://platform.example/hook', $2, 'x')`,
    inbound.tenantId,
    PLATFORM_EVENT_TYPES,
  );
  await run(message('A1', 1));
  expect(await inbound.rows('SELECT 1 FROM events')).toEqual([]);
});

test('imported messages are indexed for search even after newer ones, and their retention counts from their own time', async () => {
  const { inbound, run, hear } = await open();
  await hear(message('L1', 0));
  await inbound.rows('UPDATE message_words_progress SET read_until = (SELECT max(id) FROM messages)');
  await run(message('A1', 5));
  expect(
    await inbound.rows('SELECT m.text FROM message_words w JOIN messages m ON m.id = w.message_id WHERE words IS NULL'),
  ).toEqual([{ text: 'text A1' }]);
  const [row] = await inbound.rows<{ createdAt: Date }>(
    `SELECT created_at AS "createdAt" FROM messages WHERE provider_message_id = 'A1'`,
  );
  expect(Date.now() - Number(row?.createdAt)).toBeGreaterThan(4 * DAY_MS);
});

test('an unread message from an earlier link stays unread after an import', async () => {
  const { inbound, hear } = await open();
  await hear(message('L1', 10));
  const { tenantId } = inbound;
  const ids = await reserveIds(inbound);
  const again = { tenantId, externalId: DEVICE, ids };
  await inbound.call(importDeviceMessages, { ...again, items: [message('A1', 1)] });
  const marks = 'SELECT unread, read_message_id::int AS read FROM conversations';
  expect(await inbound.rows(marks)).toEqual([{ unread: 1, read: 0 }]);
  await inbound.rows('UPDATE conversations SET unread = 0, read_message_id = (SELECT min(id) FROM messages)');
  await inbound.call(importDeviceMessages, { ...again, items: [message('A0', 2)] });
  expect(await inbound.rows(marks)).toEqual([{ unread: 0, read: Number(ids.to) }]);
});
