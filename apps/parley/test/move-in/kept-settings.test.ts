import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { casingOf } from '@parley/common/casing/contract-casing';
import type { OperatorClient } from '@parley/parley/command-line/operator-client';
import { carryWebhook, describeSettings } from '@parley/parley/move-in/carry-settings';
import { mapEvents } from '@parley/parley/move-in/map-events';
import { readSettings } from '@parley/parley/move-in/move-in-source';
import { createTestDatabase, type TestDatabase } from '@parley/testing/database/test-database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ddlOf, insertsOf, JID, rowsOf } from './whatsmeow-tables.ts';
import { insert, writeSqlite } from './write-sqlite.ts';

// docs/operations/move-in.md#webhooks-and-cloud-api
let database: TestDatabase;
let directory: string;
beforeAll(async () => {
  database = await createTestDatabase();
  directory = await mkdtemp(join(tmpdir(), 'parley-settings-'));
}, 60_000);
afterAll(async () => {
  await database.drop();
  await rm(directory, { recursive: true, force: true });
});

const URL = 'https://hooks.example/shop';
const SECRETS = ['Bearer header-secret', 'proxy-secret', 'EAAmeta-token'];

async function fillEvolution(): Promise<void> {
  const { query } = database.db;
  for (const text of [
    `CREATE TABLE "Instance" (id text, name text, integration text, token text, number text, "businessId" text)`,
    `CREATE TABLE "Webhook" (url text, headers jsonb, enabled boolean, events jsonb, "webhookByEvents" boolean, "webhookBase64" boolean, "instanceId" text)`,
    `CREATE TABLE "Setting" ("rejectCall" boolean, "groupsIgnore" boolean, "alwaysOnline" boolean, "instanceId" text)`,
    `CREATE TABLE "Proxy" (enabled boolean, host text, port text, protocol text, username text, password text, "instanceId" text)`,
    `CREATE TABLE "Chatwoot" (enabled boolean, "instanceId" text)`,
    `INSERT INTO "Instance" VALUES ('i1', 'Loja', 'WHATSAPP-BAILEYS', 'key', null, null), ('i2', 'Desk', 'WHATSAPP-BAILEYS', 'key', null, null),
       ('i3', 'Cloud''s', 'WHATSAPP-BUSINESS', 'EAAmeta-token', '106540352242922', '102290129340398')`,
    `INSERT INTO "Webhook" VALUES ('${URL}', '{"Authorization": "Bearer header-secret"}', true, '["MESSAGES_UPSERT", "MESSAGES_UPDATE", "LABELS_EDIT"]', true, true, 'i1'),
       ('https://other.example', null, false, '[]', false, false, 'i2')`,
    `INSERT INTO "Setting" VALUES (true, false, false, 'i1')`,
    `INSERT INTO "Proxy" VALUES (true, 'proxy.example', '3128', 'http', 'shop', 'proxy-secret', 'i1')`,
    `INSERT INTO "Chatwoot" VALUES (true, 'i1')`,
  ])
    await query({ text });
}
const evolution = (...instances: string[]) =>
  readSettings({ kind: 'evolution', database: database.url, redisPrefix: 'evolution', instances }, new Date());

/** A key behind the operator API, which keeps its changes. */
function keyWith(webhook_url: string | null, events: string[] = ['message.received']) {
  const key = { webhook_url, events };
  const calls: string[] = [];
  const client: OperatorClient = {
    async call(contract, input) {
      calls.push(contract.name);
      // The input is what the API takes.
      casingOf(contract).toBus(contract.input.parse(input));
      if (contract.name === 'update-key') Object.assign(key, { webhook_url: input.webhook_url, events: input.events });
      return { status: 200, body: key };
    },
  };
  return { key, calls, target: { client, slug: 'demo', instanceId: 'ins_01j8x5k2m3' } };
}

test('Evolution API: the webhook goes to the key with its events, once; the rest is listed without secrets', async () => {
  await fillEvolution();
  const settings = await evolution();
  expect(settings.map(({ name, webhook }) => [name, webhook?.url ?? null])).toEqual([
    ["Cloud's", null],
    ['Desk', null],
    ['Loja', URL],
  ]);
  const { key, calls, target } = keyWith(null);
  expect(await carryWebhook(target, settings)).toEqual({ url: URL, state: 'set', refused: null });
  expect(key).toEqual({
    webhook_url: URL,
    events: ['message.received', 'message.sent', 'message.reaction', 'message.status'],
  });
  const again = await carryWebhook(target, settings);
  expect(again).toEqual({ url: URL, state: 'kept', refused: null });
  expect(calls).toEqual(['get-key', 'update-key', 'get-key']);

  const text = describeSettings('demo', settings, again).join('\n');
  for (const part of [
    'events without a counterpart: LABELS_EDIT',
    'headers Authorization',
    'an address for each event',
    'files as base64',
    'calls were rejected',
    'proxy http://proxy.example:3128',
    'integration Chatwoot',
    `WHERE id = '\\''i3'\\''`,
    `parley channels connect-wa 'demo' --phone-number-id '106540352242922' --waba-id '102290129340398' --label 'Cloud'\\''s' --number <number> --access-token -`,
  ])
    expect(text).toContain(part);
  for (const secret of SECRETS) expect(text).not.toContain(secret);
});

test('a key that has another webhook, and devices with several, are left alone', async () => {
  const other = keyWith('https://mine.example/hook');
  expect(await carryWebhook(other.target, await evolution('Loja'))).toMatchObject({
    state: 'refused',
    refused: expect.stringContaining('https://mine.example/hook'),
  });
  await database.db.query({ text: `UPDATE "Webhook" SET enabled = true WHERE "instanceId" = 'i2'` });
  const free = keyWith(null);
  expect(await carryWebhook(free.target, await evolution())).toMatchObject({
    state: 'refused',
    refused: expect.stringContaining('2 webhooks'),
  });
  expect(await carryWebhook(free.target, await evolution('Desk'))).toMatchObject({ state: 'set' });
  expect(other.key.webhook_url).toBe('https://mine.example/hook');
  await expect(evolution('None')).rejects.toThrow('no instance None');
});

test('a webhook that Parley refuses is reported with its reason', async () => {
  const { target } = keyWith(null);
  const client: OperatorClient = {
    call: async (contract, input) =>
      contract.name === 'update-key'
        ? { status: 400, body: { error: 'invalid_webhook_url', message: 'webhook_url must be https.' } }
        : target.client.call(contract, input),
  };
  expect(await carryWebhook({ ...target, client }, await evolution('Loja'))).toEqual({
    url: URL,
    state: 'refused',
    refused: 'invalid_webhook_url: webhook_url must be https.',
  });
});

test.each([
  [
    'GOWA',
    'CREATE TABLE devices (device_id text, jid text, ad_jid text, webhook_url text, webhook_secret text, webhook_events text)',
    insert('devices', {
      device_id: 'shop',
      ad_jid: JID,
      webhook_url: URL,
      webhook_secret: 'gowa-secret',
      webhook_events: 'message,message.ack',
    }),
    ['message.received', 'message.sent', 'message.reaction', 'message.status'],
    ['a secret of the webhook: Parley signs with that of the key'],
  ],
  [
    'wuzapi',
    'CREATE TABLE users (id text, token text, webhook text, jid text, events text, proxy_url text)',
    insert('users', { id: 'u', webhook: URL, jid: JID, events: 'Message,ReadReceipt', proxy_url: 'socks5://a:b@c:1' }),
    ['message.received', 'message.sent', 'message.reaction', 'message.status'],
    ['a proxy: call set-proxy'],
  ],
  [
    'Evolution Go',
    'CREATE TABLE instances (id text, name text, token text, webhook text, jid text, events text, proxy text)',
    insert('instances', { id: 'i', webhook: URL, jid: JID, events: 'ALL', proxy: '{}' }),
    [
      'message.received',
      'message.sent',
      'message.status',
      'message.reaction',
      'comment.received',
      'channel.connected',
      'channel.disconnected',
    ],
    [],
  ],
])('%s: the webhook of the device', async (name, ddl, row, types, byHand) => {
  const file = join(directory, `${name}.db`);
  await writeSqlite(file, [
    ...ddlOf('blob').map((text) => ({ text })),
    ...insertsOf(rowsOf(), () => '?'),
    { text: ddl },
    row,
  ]);
  expect(await readSettings({ kind: 'whatsmeow', database: file, devices: [] }, new Date())).toEqual([
    { name: JID, webhook: { url: URL, types, left: [] }, cloud: null, byHand },
  ]);
});

test.each([
  [
    [],
    [
      'message.received',
      'message.sent',
      'message.status',
      'message.reaction',
      'comment.received',
      'channel.connected',
      'channel.disconnected',
    ],
    [],
  ],
  [['SEND_MESSAGE', 'QRCODE_UPDATED'], ['message.sent'], ['QRCODE_UPDATED']],
  [['CONNECTION_UPDATE', 'CALL'], ['channel.connected', 'channel.disconnected', 'call.received'], []],
])('the events %j of a webhook are %j', (names, types, left) => {
  expect(mapEvents(names)).toEqual({ types, left });
});
