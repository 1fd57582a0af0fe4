import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CopyTarget } from '@parley/parley/move-in/copy-devices';
import type { MoveInSource } from '@parley/parley/move-in/move-in-source';
import { createTestDatabase } from '@parley/testing/database/test-database';
import { encodeTwice } from '../../../apps/parley/test/move-in/make-store.ts';
import { serveRedis } from '../../../apps/parley/test/move-in/serve-redis.ts';
import { ddlOf } from '../../../apps/parley/test/move-in/whatsmeow-tables.ts';
import { insert, writeSqlite } from '../../../apps/parley/test/move-in/write-sqlite.ts';
import { whatsmeowOf } from '../../../services/pairing/test/move-in/whatsmeow-of.ts';
import type { MovingPhone } from './moving-phone.ts';

export const SOURCES = ['Evolution API', 'Baileys', 'whatsmeow'] as const;
export type SourceName = (typeof SOURCES)[number];

/** A stopped installation of another system with linked phones and old messages. */
export interface Installation {
  kind: CopyTarget['source'];
  source: MoveInSource;
  /** The webhook of its devices; null where the system keeps none. */
  webhook: string | null;
  /** The source for the command line. */
  args: string[];
  /** Damages the store of a phone; `refresh` writes it again. */
  damage(phone: MovingPhone): Promise<void>;
  refresh(phone: MovingPhone): Promise<void>;
  close(): Promise<void>;
}

interface Contents {
  phones: readonly MovingPhone[];
  /** Old messages of each phone. */
  count: number;
  webhook: string;
}

const FIRST_AGE_S = 3600;
const STEP_S = 60;

interface Old {
  id: string;
  text: string;
  isOwn: boolean;
  atS: number;
}

/** Messages of an hour ago and before, newest first; each fifth is an own one. */
function oldOf({ number }: MovingPhone, count: number): Old[] {
  const nowS = Math.floor(Date.now() / 1000);
  return Array.from({ length: count }, (_, index) => ({
    id: `OLD${number}${index}`,
    text: `old ${index}`,
    isOwn: index % 5 === 4,
    atS: nowS - FIRST_AGE_S - index * STEP_S,
  }));
}

const jidOf = (digits: string): string => `${digits}@s.whatsapp.net`;
const keyOf = ({ id, isOwn }: Old, { person }: MovingPhone) => ({ id, remoteJid: jidOf(person), fromMe: isOwn });

async function makeEvolution({ phones, count, webhook }: Contents): Promise<Installation> {
  const database = await createTestDatabase();
  const { query } = database.db;
  for (const text of [
    'CREATE TABLE "Instance" (id text, name text, integration text)',
    'CREATE TABLE "Session" ("sessionId" text, creds text)',
    'CREATE TABLE "Contact" ("remoteJid" text, "pushName" text, "instanceId" text)',
    'CREATE TABLE "Webhook" (url text, enabled boolean, events jsonb, "instanceId" text)',
    `CREATE TABLE "Message" (key jsonb, "pushName" text, participant text, message jsonb, "contextInfo" jsonb,
       "messageTimestamp" int, "instanceId" text)`,
  ])
    await query({ text });
  const hashes = new Map<string, Map<string, string>>();
  async function refresh({ number, directory }: MovingPhone): Promise<void> {
    const { creds, fields } = await encodeTwice(directory);
    hashes.set(`evolution:instance:${number}`, fields);
    await query({ text: 'DELETE FROM "Session" WHERE "sessionId" = $1', values: [number] });
    await query({ text: 'INSERT INTO "Session" VALUES ($1, $2)', values: [number, creds] });
  }
  for (const phone of phones) {
    const { number, person, name } = phone;
    await query({ text: `INSERT INTO "Instance" VALUES ($1, $1, 'WHATSAPP-BAILEYS')`, values: [number] });
    const events = JSON.stringify(['MESSAGES_UPSERT']);
    await query({ text: 'INSERT INTO "Webhook" VALUES ($1, true, $2, $3)', values: [webhook, events, number] });
    await query({ text: 'INSERT INTO "Contact" VALUES ($1, $2, $3)', values: [jidOf(person), name, number] });
    const messages = oldOf(phone, count);
    await query({
      text: `INSERT INTO "Message" (key, message, "messageTimestamp", "instanceId")
             SELECT key::jsonb, message::jsonb, at, $4 FROM unnest($1::text[], $2::text[], $3::int[]) AS m (key, message, at)`,
      values: [
        messages.map((old) => JSON.stringify(keyOf(old, phone))),
        messages.map(({ text }) => JSON.stringify({ conversation: text })),
        messages.map(({ atS }) => atS),
        number,
      ],
    });
    await refresh(phone);
  }
  const redis = await serveRedis({ password: 'p', database: '6', hashes });
  const url = `redis://:p@127.0.0.1:${redis.port}/6`;
  return {
    kind: 'evolution',
    webhook,
    source: { kind: 'evolution', database: database.url, redis: url, redisPrefix: 'evolution', instances: [] },
    args: ['evolution', '--database', database.url, '--redis', url],
    async damage({ number }) {
      await query({
        text: 'UPDATE "Session" SET creds = left(creds, 500) WHERE "sessionId" = $1',
        values: [number],
      });
    },
    refresh,
    async close() {
      await redis.close();
      await database.drop();
    },
  };
}

/** Sessions of WAHA: the files of the library, and beside them its store of chats. */
async function makeBaileys(folder: string, { phones, count }: Contents): Promise<Installation> {
  const sessionOf = ({ number }: MovingPhone): string => join(folder, number);
  async function refresh(phone: MovingPhone): Promise<void> {
    const auth = join(sessionOf(phone), 'auth');
    await rm(auth, { recursive: true, force: true });
    await cp(phone.directory, auth, { recursive: true });
  }
  for (const phone of phones) {
    await refresh(phone);
    const contact = { id: jidOf(phone.person), notify: phone.name };
    await writeSqlite(join(sessionOf(phone), 'store.sqlite3'), [
      { text: 'CREATE TABLE messages (jid text, id text, "messageTimestamp" integer, data text)' },
      { text: 'CREATE TABLE contacts (id text, data text)' },
      insert('contacts', { id: contact.id, data: JSON.stringify(contact) }),
      ...oldOf(phone, count).map((old) => {
        const message = { key: keyOf(old, phone), message: { conversation: old.text }, messageTimestamp: old.atS };
        const row = { jid: jidOf(phone.person), id: old.id, messageTimestamp: old.atS, data: JSON.stringify(message) };
        return insert('messages', row);
      }),
    ]);
  }
  return {
    kind: 'baileys',
    webhook: null,
    source: { kind: 'baileys-files', directory: folder },
    args: ['baileys-files', folder],
    async damage(phone) {
      const file = join(sessionOf(phone), 'auth', 'creds.json');
      await writeFile(file, (await readFile(file, 'utf8')).slice(0, 500));
    },
    refresh,
    close: async () => {},
  };
}

/** wuzapi: the store of whatsmeow, users, and their histories in one file. */
async function makeWhatsmeow(folder: string, { phones, count, webhook }: Contents): Promise<Installation> {
  const file = join(folder, 'main.db');
  const history = phones.flatMap((phone) => [
    insert('users', { id: phone.number, jid: phone.jid, webhook, events: 'Message' }),
    insert('whatsmeow_contacts', { our_jid: phone.jid, their_jid: jidOf(phone.person), full_name: phone.name }),
    ...oldOf(phone, count).map(({ id, text, isOwn, atS }) =>
      insert('message_history', {
        user_id: phone.number,
        chat_jid: jidOf(phone.person),
        sender_jid: isOwn ? phone.jid : jidOf(phone.person),
        message_id: id,
        timestamp: new Date(atS * 1000).toISOString().replace('T', ' ').replace('Z', '+00:00'),
        message_type: 'text',
        text_content: text,
      }),
    ),
  ]);
  async function write(damaged: MovingPhone | null): Promise<void> {
    const stores = [];
    for (const phone of phones) stores.push(...(await rowsOfStore(phone, phone === damaged)));
    await writeSqlite(file, [
      ...ddlOf('blob').map((text) => ({ text })),
      {
        text: 'CREATE TABLE whatsmeow_contacts (our_jid text, their_jid text, first_name text, full_name text, push_name text)',
      },
      { text: 'CREATE TABLE users (id text, token text, webhook text, jid text, events text)' },
      {
        text: `CREATE TABLE message_history (user_id text, chat_jid text, sender_jid text, message_id text, timestamp datetime,
                 message_type text, text_content text, media_link text, quoted_message_id text, datajson text)`,
      },
      ...stores,
      ...history,
    ]);
  }
  await write(null);
  return {
    kind: 'whatsmeow',
    webhook,
    source: { kind: 'whatsmeow', database: file, devices: [] },
    args: ['whatsmeow', '--database', file],
    damage: write,
    refresh: () => write(null),
    close: async () => {},
  };
}

/** The rows of a device in the tables of whatsmeow. */
async function rowsOfStore(phone: MovingPhone, isDamaged: boolean) {
  const { device, preKeys, identities, sessions, senderKeys, lidMap } = whatsmeowOf(await phone.readStore());
  const { jid } = device;
  return [
    insert('whatsmeow_device', {
      jid,
      lid: device.lid,
      registration_id: device.registrationId,
      noise_key: isDamaged ? Buffer.alloc(3) : device.noiseKey,
      identity_key: device.identityKey,
      signed_pre_key: device.signedPreKey,
      signed_pre_key_id: device.signedPreKeyId,
      signed_pre_key_sig: device.signedPreKeySig,
      adv_key: device.advKey,
      adv_details: device.advDetails,
      adv_account_sig: device.advAccountSig,
      adv_account_sig_key: device.advAccountSigKey,
      adv_device_sig: device.advDeviceSig,
      platform: device.platform,
      push_name: device.pushName,
    }),
    ...preKeys.map(({ keyId, key }) => insert('whatsmeow_pre_keys', { jid, key_id: keyId, key, uploaded: true })),
    ...identities.map(({ theirId, identity }) =>
      insert('whatsmeow_identity_keys', { our_jid: jid, their_id: theirId, identity }),
    ),
    ...sessions.map(({ theirId, session }) =>
      insert('whatsmeow_sessions', { our_jid: jid, their_id: theirId, session }),
    ),
    ...senderKeys.map(({ chatId, senderId, senderKey }) =>
      insert('whatsmeow_sender_keys', { our_jid: jid, chat_id: chatId, sender_id: senderId, sender_key: senderKey }),
    ),
    ...lidMap.map(({ lid, pn }) => ({
      ...insert('whatsmeow_lid_map', { lid, pn }),
      text: 'INSERT OR IGNORE INTO whatsmeow_lid_map (lid, pn) VALUES (?, ?)',
    })),
  ];
}

/** Makes an installation of a system. */
export function makeInstallation(name: SourceName, folder: string, contents: Contents): Promise<Installation> {
  if (name === 'Evolution API') return makeEvolution(contents);
  return name === 'Baileys' ? makeBaileys(folder, contents) : makeWhatsmeow(folder, contents);
}
