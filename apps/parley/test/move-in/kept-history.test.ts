import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type KeptHistory, keptMessageOf, secondsOf } from '@parley/parley/move-in/kept-history';
import { type MoveInSource, readHistories } from '@parley/parley/move-in/move-in-source';
import { createTestDatabase, type TestDatabase } from '@parley/testing/database/test-database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { encodeTwice, writeStore } from './make-store.ts';
import { serveRedis } from './serve-redis.ts';
import { ddlOf, insertsOf, JID, rowsOf } from './whatsmeow-tables.ts';
import { insert, writeSqlite } from './write-sqlite.ts';

// docs/operations/move-in.md#names-and-messages
const LOJA = '5511999999999:12@s.whatsapp.net';
const ANA = '5511888888888@s.whatsapp.net';
const GROUP = '120363000000000001@g.us';
const AT_S = 1_790_000_000;

let directory: string;
let database: TestDatabase;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'parley-kept-'));
  database = await createTestDatabase();
}, 60_000);
afterAll(async () => {
  await database.drop();
  await rm(directory, { recursive: true, force: true });
});

async function read(source: MoveInSource, sinceS = 0): Promise<KeptHistory[]> {
  const histories = [];
  for await (const history of readHistories(source, sinceS, new Date())) histories.push(history);
  return histories;
}
const idsOf = ({ messages }: Pick<KeptHistory, 'messages'>): string[] => messages.map(({ id }) => id);

test('Evolution API: messages since the given day, newest first, with quotes, bytes and names of contacts', async () => {
  const { query } = database.db;
  const files = join(directory, 'loja');
  await writeStore(files, LOJA);
  const { creds, fields } = await encodeTwice(files);
  const redis = await serveRedis({
    password: 'p',
    database: '6',
    hashes: new Map([['evolution:instance:i1', fields]]),
  });
  await query({ text: 'CREATE TABLE "Instance" (id text, name text, integration text)' });
  await query({ text: 'CREATE TABLE "Session" ("sessionId" text, creds text)' });
  await query({ text: 'CREATE TABLE "Contact" ("remoteJid" text, "pushName" text, "instanceId" text)' });
  await query({
    text: `CREATE TABLE "Message" (key jsonb, "pushName" text, participant text, "messageType" text, message jsonb,
             "contextInfo" jsonb, "messageTimestamp" int, status text, "instanceId" text)`,
  });
  await query({ text: `INSERT INTO "Instance" VALUES ('i1', 'Loja', 'WHATSAPP-BAILEYS')` });
  await query({ text: `INSERT INTO "Session" VALUES ('i1', $1)`, values: [creds] });
  await query({ text: `INSERT INTO "Contact" VALUES ($1, 'Ana', 'i1'), ($1, 'Other', 'i2')`, values: [ANA] });
  const put = (id: string, message: unknown, more: Record<string, unknown> = {}, instance = 'i1') =>
    query({
      text: `INSERT INTO "Message" (key, "pushName", message, "contextInfo", "messageTimestamp", "instanceId")
             VALUES ($1, $2, $3, $4, $5, $6)`,
      values: [
        JSON.stringify({ id, remoteJid: ANA, fromMe: false, ...(more.key as object | undefined) }),
        more.pushName ?? null,
        JSON.stringify(message),
        JSON.stringify(more.contextInfo ?? null),
        more.at ?? AT_S,
        instance,
      ],
    });
  await put('OLD', { conversation: 'too old' }, { at: AT_S - 100 });
  await put('TEXT', { conversation: 'hello' }, { pushName: 'Ana B.', at: AT_S + 1, key: { remoteJidAlt: '91@lid' } });
  await put('QUOTE', { conversation: 'yes' }, { contextInfo: { stanzaId: 'TEXT', participant: ANA }, at: AT_S + 2 });
  await put('FILE', { imageMessage: { mediaKey: { 0: 1, 1: 2 }, mimetype: 'image/png' } }, { at: AT_S + 3 });
  await put('OWN', { conversation: 'hi' }, { pushName: 'Você', key: { fromMe: true }, at: AT_S + 4 });
  await put('OTHER', { conversation: 'of another instance' }, { at: AT_S + 5 }, 'i2');
  await put('NONE', null, { at: AT_S + 6 });
  const [history] = await read(
    {
      kind: 'evolution',
      database: database.url,
      redis: `redis://:p@127.0.0.1:${redis.port}/6`,
      redisPrefix: 'evolution',
      instances: [],
    },
    AT_S,
  );
  await redis.close();
  expect(history).toMatchObject({ name: 'Loja', device: LOJA, unread: 1, names: new Map([[ANA, 'Ana']]) });
  expect(history?.messages).toMatchObject([
    { id: 'OWN', isOwn: true, name: null },
    { id: 'FILE', content: { imageMessage: { mediaKey: Buffer.from([1, 2]) } } },
    {
      id: 'QUOTE',
      content: { extendedTextMessage: { text: 'yes', contextInfo: { stanzaId: 'TEXT', participant: ANA } } },
    },
    { id: 'TEXT', chat: ANA, alt: '91@lid', name: 'Ana B.', sentAtS: AT_S + 1, content: { conversation: 'hello' } },
  ]);
}, 60_000);

const line = (id: string, at: number) =>
  JSON.stringify({ key: { id, remoteJid: ANA }, message: { conversation: id }, messageTimestamp: at });

test('Baileys: JSON lines, and the store of WAHA beside the keys of a session', async () => {
  const session = join(directory, 'noweb', 'shop');
  await writeStore(join(session, 'auth'), '15551000:2@s.whatsapp.net');
  const file = join(directory, 'messages.jsonl');
  await writeFile(file, [line('A', AT_S), line('B', AT_S - 10), '{"key":{}}', 'no json', ''].join('\n'));
  const source: MoveInSource = { kind: 'baileys-files', directory: session };
  const [none] = await read({ kind: 'baileys-files', directory: join(session, 'auth') });
  expect(none).toMatchObject({ device: '15551000:2@s.whatsapp.net', messages: [] });
  const [lines] = await read({ ...source, directory: join(session, 'auth'), historyFile: file }, AT_S);
  expect([lines && idsOf(lines), lines?.unread]).toEqual([['A'], 2]);
  await writeSqlite(join(session, 'store.sqlite3'), [
    { text: 'CREATE TABLE messages (jid text, id text, "messageTimestamp" integer, data text)' },
    { text: 'CREATE TABLE contacts (id text, data text)' },
    insert('messages', { jid: ANA, id: 'W', messageTimestamp: AT_S, data: line('W', AT_S) }),
    insert('contacts', { id: ANA, data: JSON.stringify({ id: ANA, notify: 'Ana' }) }),
  ]);
  const [waha] = await read(source);
  expect([waha && idsOf(waha), waha?.names]).toEqual([['W'], new Map([[ANA, 'Ana']])]);
  await mkdir(join(directory, 'noweb', 'desk'));
  await writeStore(join(directory, 'noweb', 'desk'), '15551001:2@s.whatsapp.net');
  const several: MoveInSource = { kind: 'baileys-files', directory: join(directory, 'noweb'), historyFile: file };
  await expect(read(several)).rejects.toThrow('messages of one device');
});

const OWN = JID.replace(/:\d+/, '');
const STORE = [
  ...ddlOf('blob').map((text) => ({ text })),
  ...insertsOf(rowsOf(), () => '?'),
  {
    text: 'CREATE TABLE whatsmeow_contacts (our_jid text, their_jid text, first_name text, full_name text, push_name text)',
  },
  insert('whatsmeow_contacts', {
    our_jid: JID,
    their_jid: ANA,
    first_name: '',
    full_name: 'Ana Full',
    push_name: 'ana',
  }),
  insert('whatsmeow_contacts', { our_jid: '1:1@s.whatsapp.net', their_jid: '2@s.whatsapp.net', push_name: 'Stranger' }),
];

test('GOWA: messages of this device alone, with the path and keys of files', async () => {
  const [store, app] = [join(directory, 'gowa.db'), join(directory, 'chatstorage.db')];
  await writeSqlite(store, STORE);
  const row = {
    chat_jid: ANA,
    device_id: 'shop',
    sender: ANA,
    is_from_me: false,
    timestamp: '2026-09-21 11:33:20+00:00',
  };
  await writeSqlite(app, [
    { text: 'CREATE TABLE devices (device_id text, jid text, ad_jid text)' },
    { text: 'CREATE TABLE chats (jid text, device_id text, name text)' },
    {
      text: `CREATE TABLE messages (id text, chat_jid text, device_id text, sender text, content text, timestamp timestamp,
               is_from_me boolean, media_type text, filename text, url text, media_key blob, file_sha256 blob,
               file_enc_sha256 blob, file_length integer)`,
    },
    insert('devices', { device_id: 'shop', jid: OWN, ad_jid: JID }),
    insert('chats', { jid: GROUP, device_id: 'shop', name: 'Team' }),
    insert('messages', { ...row, id: 'G1', content: 'hello' }),
    insert('messages', { ...row, id: 'G2', content: 'in the group', chat_jid: GROUP, sender: '5511888888888' }),
    insert('messages', {
      ...row,
      id: 'G3',
      content: 'photo',
      media_type: 'image',
      url: 'https://mmg.whatsapp.net/v/t62/x?ccb=1',
      media_key: Buffer.from([1, 2, 3]),
      file_length: 9,
    }),
    insert('messages', { ...row, id: 'G4', content: 'own', is_from_me: true, sender: OWN }),
    insert('messages', { ...row, id: 'G5', content: '' }),
    insert('messages', { ...row, id: 'G6', content: 'of another device', device_id: 'desk' }),
  ]);
  const source: MoveInSource = { kind: 'whatsmeow', database: store, appDatabase: app, devices: [JID] };
  const [history] = await read(source);
  expect(history?.names.get(ANA)).toBe('Ana Full');
  expect(history?.names.has('2@s.whatsapp.net')).toBe(false);
  expect(history?.unread).toBe(1);
  const byId = new Map(history?.messages.map((message) => [message.id, message]));
  expect([...byId.keys()].sort()).toEqual(['G1', 'G2', 'G3', 'G4']);
  expect(byId.get('G1')).toMatchObject({ chat: ANA, isOwn: false, sentAtS: Date.UTC(2026, 8, 21, 11, 33, 20) / 1000 });
  expect(byId.get('G2')).toMatchObject({ chat: GROUP, participant: ANA });
  expect(byId.get('G3')?.content).toEqual({
    imageMessage: {
      mediaKey: new Uint8Array([1, 2, 3]),
      fileLength: 9,
      directPath: '/v/t62/x?ccb=1',
      caption: 'photo',
    },
  });
  expect(byId.get('G4')).toMatchObject({ isOwn: true });
  expect(await read(source, Date.UTC(2026, 9, 1) / 1000)).toMatchObject([{ messages: [] }]);
});

test('wuzapi: messages of the user that has the device, with its own record of a message where there is one', async () => {
  const store = join(directory, 'wuzapi.db');
  const row = { user_id: 'u1', chat_jid: ANA, sender_jid: ANA, message_type: 'text', timestamp: AT_S };
  await writeSqlite(store, [
    ...STORE,
    { text: 'CREATE TABLE users (id text, name text, token text, webhook text, jid text, events text)' },
    {
      text: `CREATE TABLE message_history (user_id text, chat_jid text, sender_jid text, message_id text, timestamp datetime,
               message_type text, text_content text, media_link text, quoted_message_id text, datajson text)`,
    },
    insert('users', { id: 'u1', jid: JID }),
    insert('users', { id: 'u2', jid: '1:1@s.whatsapp.net' }),
    insert('message_history', { ...row, message_id: 'W1', text_content: 'yes', quoted_message_id: 'W0' }),
    insert('message_history', {
      ...row,
      message_id: 'W2',
      datajson: JSON.stringify({ Info: { IsFromMe: false, PushName: 'Ana' }, Message: { conversation: 'data' } }),
    }),
    insert('message_history', { ...row, message_id: 'W3', text_content: 'own', sender_jid: OWN }),
    insert('message_history', { ...row, message_id: 'W4', user_id: 'u2', text_content: 'of another user' }),
  ]);
  const [history] = await read({ kind: 'whatsmeow', database: store, devices: [] });
  expect(history?.messages).toMatchObject([
    { id: 'W1', content: { extendedTextMessage: { text: 'yes', contextInfo: { stanzaId: 'W0' } } } },
    { id: 'W2', name: 'Ana', content: { conversation: 'data' } },
    { id: 'W3', isOwn: true },
  ]);
});

test.each([
  [AT_S, AT_S],
  [AT_S * 1000, AT_S],
  [String(AT_S), AT_S],
  [{ low: AT_S, high: 0, unsigned: true }, AT_S],
  [new Date(AT_S * 1000), AT_S],
  ['2026-09-21 14:13:20.123456789 +0000 UTC', 1_790_000_000],
  ['2026-09-21 11:13:20-03:00', 1_790_000_000],
  ['2026-09-21 14:13:20', 1_790_000_000],
  ['yesterday', 0],
  [null, 0],
])('the time %j of a source is %j', (value, seconds) => {
  expect(secondsOf(value)).toBe(seconds);
});

test.each([
  ['participantAlt', { participant: '91@lid', participantAlt: ANA }, ANA],
  ['senderPn of earlier versions', { participant: '91@lid', senderPn: ANA }, ANA],
  ['no number', { participant: '91@lid', senderLid: '91@lid' }, '91@lid'],
])('the author in a group is named by the number, where the source has it: %s', (_, key, participant) => {
  const given = { key: { id: 'A', remoteJid: GROUP, ...key }, message: {}, messageTimestamp: 1 };
  expect(keptMessageOf(given)).toMatchObject({ chat: GROUP, alt: null, participant });
});

test.each([
  ['no id', { key: { remoteJid: ANA }, message: {}, messageTimestamp: 1 }],
  ['no chat', { key: { id: 'A' }, message: {}, messageTimestamp: 1 }],
  ['no content', { key: { id: 'A', remoteJid: ANA }, message: null, messageTimestamp: 1 }],
  ['no time', { key: { id: 'A', remoteJid: ANA }, message: {} }],
])('a row with %s is no message', (_, given) => {
  expect(keptMessageOf(given)).toBeNull();
});
