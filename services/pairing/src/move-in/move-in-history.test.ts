import { importMoveInHistory } from '@parley/common/contracts/operator/move-in';
import type { TestTenant } from '@parley/testing/factories/test-tenant';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeMoves, readDevice } from '../../test/move-in/make-moves.ts';
import { linkStockDevice } from '../../test/move-in/stock-device.ts';
import { openPairing } from '../../test/open-pairing.ts';
import { loadBaileys } from '../network/load-baileys.client.ts';
import { type KeptMessage, writeHistory } from './write-history.client.ts';

// docs/reference/sessions.md#moved-devices
const open = await openPairing();
const { call, copy, start, untilState } = makeMoves(open);
beforeAll(async () => {
  await open.startWorker('w1');
  await open.network.changeSettings({ initial_pre_keys: 'few' });
}, 60_000);
afterAll(() => open[Symbol.asyncDispose]());

let nextNumber = 15_595_001;
const PERSON = '15550001@s.whatsapp.net';
const HIDDEN = '91000077@lid';
const GROUP = '120363000000000042@g.us';
const HOUR_S = 3600;
const nowS = (): number => Math.floor(Date.now() / 1000);

/** Messages of an hour each, newest first; `more` changes one. */
const keep = (count: number, more: Partial<KeptMessage> = {}): KeptMessage[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `KEPT-${more.chat ?? PERSON}-${index}`,
    chat: PERSON,
    alt: null,
    isOwn: false,
    participant: null,
    name: 'Ana',
    sentAtS: nowS() - (index + 1) * HOUR_S,
    content: { conversation: `old ${index}` },
    ...more,
  }));

async function chunksOf(messages: KeptMessage[], names: [string, string][] = []) {
  let skipped = 0;
  const chunks = [...writeHistory(await loadBaileys(), messages, new Map(names), () => skipped++)];
  return { chunks, skipped };
}

/** A device of another system that has moved, with what it kept. */
async function moved(tenant: TestTenant, isStarted = true): Promise<{ accountId: number; number: string }> {
  const number = String(nextNumber++);
  const stock = await linkStockDevice(open, number);
  await stock.stop();
  const accountId = await copy(tenant, await readDevice(stock));
  await stock[Symbol.asyncDispose]();
  if (!isStarted) return { accountId, number };
  await start(tenant, accountId);
  await untilState(tenant, accountId, 'moved');
  return { accountId, number };
}
const add = (tenant: TestTenant, accountId: number, history: string) =>
  call(importMoveInHistory, { slug: tenant.slug, accountId, history });
const importedOf = (accountId: number) =>
  open.inbound.imported.filter(({ externalId }) => externalId === String(accountId)).map(({ message }) => message);

test('kept messages are imported newest first, once, with the names of the source, and cause no event', async () => {
  const tenant = await open.makeTenant();
  const { accountId } = await moved(tenant);
  const messages = [
    ...keep(250),
    ...keep(1, { chat: HIDDEN, alt: '15550002@s.whatsapp.net', isOwn: true, name: null }),
    ...keep(1, { chat: GROUP, participant: PERSON, name: 'Ana in the group' }),
  ];
  const { chunks } = await chunksOf(messages.toReversed(), [['15550002@s.whatsapp.net', 'Ben']]);
  expect(chunks.map(({ count }) => count)).toEqual([200, 52]);
  const answers = [];
  for (const { history } of [...chunks, ...chunks]) answers.push(await add(tenant, accountId, history));
  expect(answers.map(({ stored, refused, isFull }) => [stored, refused, isFull])).toEqual([
    [200, 0, false],
    [52, 0, false],
    [0, 0, false],
    [0, 0, false],
  ]);
  const imported = importedOf(accountId);
  const ofPerson = imported.filter((one) => one.kind === 'message' && one.from.address === '+15550001' && !one.group);
  expect(ofPerson.map(({ text }) => text)).toEqual(keep(250).map((_, index) => `old ${index}`));
  expect(ofPerson[0]).toMatchObject({ from: { name: 'Ana', phone: '+15550001' } });
  expect(imported.find(({ kind }) => kind === 'echo')).toMatchObject({
    to: { address: '+15550002', aliases: [HIDDEN], name: 'Ben' },
  });
  expect(imported.find(({ group }) => group)).toMatchObject({
    group: { groupJid: GROUP, participant: '+15550001', participantName: 'Ana in the group' },
  });
  expect((await open.eventsOf(tenant)).map(({ type }) => type)).toEqual(['channel.connected']);
}, 60_000);

test('a message after the copy is left out, because the device receives it itself', async () => {
  const tenant = await open.makeTenant();
  const { accountId } = await moved(tenant);
  const [old] = keep(1);
  const { chunks } = await chunksOf([...keep(1, { id: 'LATER', sentAtS: nowS() + 60 }), ...(old ? [old] : [])]);
  expect(await add(tenant, accountId, chunks[0]?.history ?? '')).toMatchObject({ stored: 1 });
  expect(importedOf(accountId).map(({ providerMessageId }) => providerMessageId)).toEqual([old?.id]);
}, 60_000);

test('a file of an old message keeps its keys encrypted, and a message that Parley sent is not imported again', async () => {
  const tenant = await open.makeTenant();
  const { accountId } = await moved(tenant);
  const person = String(nextNumber++);
  await open.network.putPhone({ number: person });
  const own = await open.sendMessage(tenant, { id: String(accountId) }, { to: `+${person}`, text: 'sent by Parley' });
  const key = Buffer.alloc(32, 7);
  const imageMessage = { mediaKey: key, directPath: '/v/t62/1', mimetype: 'image/jpeg', caption: 'a picture' };
  const { chunks } = await chunksOf([
    ...keep(1, { content: { imageMessage } }),
    ...keep(1, { id: own, isOwn: true, chat: `${person}@s.whatsapp.net` }),
  ]);
  expect(await add(tenant, accountId, chunks[0]?.history ?? '')).toMatchObject({ stored: 1 });
  const [image] = importedOf(accountId);
  expect(image).toMatchObject({ text: 'a picture', attachments: [{ type: 'image', mimeType: 'image/jpeg' }] });
  expect(JSON.stringify(image)).not.toContain(key.toString('base64'));
}, 60_000);

test('an outage of services/inbound is answered with service_unavailable, and the repeat stores the rest', async () => {
  const tenant = await open.makeTenant();
  const { accountId } = await moved(tenant);
  const { chunks } = await chunksOf(keep(200));
  const history = chunks[0]?.history ?? '';
  let calls = 0;
  open.inbound.state.beforeImport = async () => {
    open.inbound.state.isAway = ++calls === 1;
  };
  await expect(add(tenant, accountId, history)).rejects.toMatchObject({ code: 'service_unavailable' });
  expect(importedOf(accountId)).toHaveLength(100);
  open.inbound.state.isAway = false;
  open.inbound.state.beforeImport = null;
  expect(await add(tenant, accountId, history)).toMatchObject({ stored: 100 });
  expect(importedOf(accountId).map(({ text }) => text)).toEqual(keep(200).map((_, index) => `old ${index}`));
}, 60_000);

test('bytes that are no history, a device that has not logged in, and one of another tenant are refused', async () => {
  const [tenant, other] = [await open.makeTenant(), await open.makeTenant()];
  const { accountId } = await moved(tenant);
  const waiting = await moved(tenant, false);
  const { chunks } = await chunksOf(keep(1));
  const history = chunks[0]?.history ?? '';
  await expect(add(tenant, accountId, Buffer.from([0x12, 0xff]).toString('base64'))).rejects.toMatchObject({
    code: 'invalid_history',
  });
  await expect(add(tenant, waiting.accountId, history)).rejects.toMatchObject({ code: 'invalid_account_id' });
  await expect(add(other, accountId, history)).rejects.toMatchObject({ code: 'unknown_move_in' });
  expect(importedOf(accountId)).toEqual([]);
}, 60_000);

test('content that is no message of the protocol is counted, and the others are written', async () => {
  const { chunks, skipped } = await chunksOf([...keep(2), ...keep(1, { id: 'BAD', content: 'text' })]);
  expect([chunks.map(({ count }) => count), skipped]).toEqual([[2], 1]);
});

test('chunks stay below the limit of a call', async () => {
  const { chunks } = await chunksOf(keep(30, { content: { conversation: 'x'.repeat(60_000) } }));
  expect(Math.max(...chunks.map(({ history }) => history.length))).toBeLessThanOrEqual(600_000);
  expect(chunks.reduce((sum, { count }) => sum + count, 0)).toBe(30);
});
