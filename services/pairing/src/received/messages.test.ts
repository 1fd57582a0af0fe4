import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { asStream } from '@parley/bus/carriers/stream';
import { openDeviceMedia } from '@parley/common/contracts/internal/open-device-media';
import { sendDeviceMessage } from '@parley/common/contracts/internal/send-device-message';
import type { DeviceContent } from '@parley/sandbox/driver/sandbox-driver';
import type { TestTenant } from '@parley/testing/factories/test-tenant';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Handed, type OpenPairing, openPairing } from '../../test/open-pairing.ts';

const OWNER = '15550001';
const BOB = '15550002';
const CAROL = '15550003';
const DAN = '15550004';

let open: OpenPairing;
let tenant: TestTenant;
let device: Awaited<ReturnType<OpenPairing['link']>>;
let files: Server;
let filesUrl: string;
let nextMessageId = 1000;
const said: string[] = [];
const spoken = ['log', 'info', 'warn', 'error'] as const;
const before = spoken.map((name) => [name, console[name]] as const);

beforeAll(async () => {
  // Before the filter: everything that is printed to the console.
  for (const [name] of before) console[name] = (...given: unknown[]) => void said.push(given.map(String).join(' '));
  files = createServer((request, response) => {
    if (request.url === '/gone') return response.writeHead(404).end();
    response.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.from('the picture'));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => files.once('listening', resolve));
  filesUrl = `http://127.0.0.1:${(files.address() as AddressInfo).port}`;
  open = await openPairing();
  await open.startWorker('w1');
  tenant = await open.makeTenant();
  device = await open.link(tenant, OWNER);
  await open.network.putPhone({ number: BOB, name: 'Bob' });
  await open.network.putPhone({ number: CAROL, name: 'Carol', addressing: 'lid' });
}, 60_000);
afterAll(async () => {
  await open[Symbol.asyncDispose]();
  files.close();
  for (const [name, print] of before) console[name] = print;
});
afterEach(() => open.network.clearSendFaults());

const itemWith = (check: (item: Handed['item']) => boolean): Promise<Handed['item']> =>
  open.until('an item', () => open.inbound.handed.map(({ item }) => item).find(check));
const write = async (from: string, body: DeviceContent): Promise<string> =>
  (await open.network.writes(from, { to: OWNER, ...body })).id;
const itemOf = (id: string) => itemWith((item) => item.providerMessageId === id);

const send = (to: string, text: string, given: Partial<Parameters<typeof sendInput>[2]> = {}, deadlineMs = 15_000) =>
  open.bus.call(sendDeviceMessage, sendInput(to, text, given), {
    requestId: 'req_test',
    deadlineAt: Date.now() + deadlineMs,
  });
function sendInput(
  to: string,
  text: string,
  given: {
    messageId?: string;
    media?: { type: 'image' | 'audio' | 'document'; url: string; filename: string | null };
  },
) {
  const { messageId = String(nextMessageId++), media = null } = given;
  return { tenantId: tenant.id, externalId: device.id, messageId, to, text, media };
}
const taken = async (text: string) => (await open.network.taken()).filter((message) => message.text === text);

test('a person’s text arrives with number, name and time', async () => {
  const id = await write(BOB, { type: 'text', text: 'hello' });
  expect(await itemOf(id)).toEqual({
    kind: 'message',
    providerMessageId: id,
    at: expect.any(String),
    from: { address: `+${BOB}`, aliases: [expect.stringMatching(/^\d+@lid$/)], name: 'Bob', phone: `+${BOB}` },
    group: null,
    text: 'hello',
    attachments: [],
    replyToProviderId: null,
  });
  expect(open.inbound.handed[0]).toMatchObject({ tenantId: tenant.id, externalId: device.id });
});

test('a person with a hidden number is reported with the real one', async () => {
  const id = await write(CAROL, { type: 'text', text: 'hi from lid' });
  expect(await itemOf(id)).toMatchObject({ from: { address: `+${CAROL}`, phone: `+${CAROL}`, name: 'Carol' } });
});

test('a person known only by a hidden id is sent to under that id, and a hidden id outside the network is refused', async () => {
  const { lid } = await open.network.putPhone({ number: DAN, name: 'Dan', addressing: 'lid', hide_number: true });
  const id = await write(DAN, { type: 'text', text: 'who am I' });
  expect(await itemOf(id)).toMatchObject({ from: { address: lid, aliases: [], phone: null } });
  const outcome = await send(lid, 'for the hidden');
  if (outcome.outcome !== 'accepted') throw new Error(JSON.stringify(outcome));
  expect(await taken('for the hidden')).toMatchObject([{ to: lid, times: 1 }]);
  await itemWith((item) => item.kind === 'receipt' && item.providerMessageId === outcome.providerMessageId);
  expect(await send('999000999@lid', 'nobody there')).toMatchObject({ outcome: 'refused', status: 404 });
});

test('a text typed on the phone is an echo, and a send through Parley is not reported as one', async () => {
  const sent = await send(`+${BOB}`, 'from the api');
  const id = (await open.network.writes(OWNER, { to: BOB, type: 'text', text: 'from the phone' })).id;
  expect(await itemOf(id)).toMatchObject({ kind: 'echo', to: { address: `+${BOB}` }, text: 'from the phone' });
  const echoes = open.inbound.handed.filter(({ item }) => item.kind === 'echo');
  expect(echoes.map(({ item }) => item.providerMessageId)).not.toContain(
    sent.outcome === 'accepted' ? sent.providerMessageId : '',
  );
});

test('reactions are added and removed; edits and revocations name their message', async () => {
  const id = await write(BOB, { type: 'text', text: 'edit me' });
  await itemOf(id);
  await write(BOB, { type: 'reaction', message_id: id, emoji: '👍', own: true });
  expect(await itemWith((item) => item.kind === 'reaction' && item.action === 'added')).toMatchObject({
    providerMessageId: id,
    from: { address: `+${BOB}` },
    emoji: '👍',
  });
  await write(BOB, { type: 'reaction', message_id: id, emoji: '', own: true });
  await itemWith((item) => item.kind === 'reaction' && item.action === 'removed' && item.emoji === null);
  await write(BOB, { type: 'edit', message_id: id, text: 'edited' });
  expect(await itemWith((item) => item.kind === 'edited')).toMatchObject({ providerMessageId: id, text: 'edited' });
  await write(BOB, { type: 'revoke', message_id: id });
  expect(await itemWith((item) => item.kind === 'revoked')).toMatchObject({ providerMessageId: id });
});

test('a reply names the message it answers; a location, a contact and a poll keep their fields', async () => {
  const first = await write(BOB, { type: 'text', text: 'first' });
  const reply = await write(BOB, { type: 'text', text: 'second', reply_to: first });
  expect(await itemOf(reply)).toMatchObject({ replyToProviderId: first });
  const place = await write(BOB, { type: 'location', latitude: 52.5, longitude: 13.4, name: 'Berlin' });
  expect(await itemOf(place)).toMatchObject({
    attachments: [{ type: 'location', payload: { latitude: 52.5, longitude: 13.4, name: 'Berlin' } }],
  });
  const contact = await write(BOB, { type: 'contact', name: 'Lucia', phone: '15550009' });
  expect(await itemOf(contact)).toMatchObject({ attachments: [{ type: 'contact', payload: { name: 'Lucia' } }] });
  const poll = await write(BOB, { type: 'poll', name: 'Lunch?', options: ['yes', 'no'] });
  expect(await itemOf(poll)).toMatchObject({
    attachments: [{ type: 'unsupported', payload: { kind: 'poll', options: ['yes', 'no'] } }],
  });
});

test('a file is an encrypted pointer that opens the same bytes', async () => {
  const bytes = Buffer.from('voice of Bob '.repeat(1000));
  const id = await write(BOB, { type: 'voice', base64: bytes.toString('base64') });
  const item = await itemOf(id);
  if (item.kind !== 'message') throw new Error('no message');
  const [file] = item.attachments;
  expect(file).toMatchObject({ type: 'voice', size: bytes.length });
  expect(file?.media).not.toContain('mediaKey');
  const opened = await open.bus.stream(
    asStream(openDeviceMedia),
    { tenantId: tenant.id, externalId: device.id, media: file?.media ?? '' },
    { requestId: 'req_test' },
  );
  const parts: Uint8Array[] = [];
  for await (const part of opened.body) parts.push(part);
  expect(Buffer.concat(parts).equals(bytes)).toBe(true);
});

test('a group’s messages name the group and who wrote, and a send to its id reaches the group', async () => {
  const group = await open.network.makeGroup({
    subject: 'Team',
    owner: OWNER,
    participants: [BOB, CAROL],
  });
  const id = (await open.network.writes(CAROL, { to: group.id, type: 'text', text: 'yo all' })).id;
  expect(await itemOf(id)).toMatchObject({
    kind: 'message',
    from: { address: `+${CAROL}` },
    group: { groupJid: group.id, participant: `+${CAROL}`, participantName: 'Carol' },
    text: 'yo all',
  });
  expect(await send(group.id, 'to the group')).toMatchObject({ outcome: 'accepted' });
  expect(await taken('to the group')).toMatchObject([{ to: group.id, times: 1 }]);
});

test('a send is accepted when the network has it, and its receipts carry the message_id', async () => {
  await open.network.putPhone({ number: BOB, receipts: 'read' });
  const outcome = await send(`+${BOB}`, 'read me', { messageId: '777' });
  if (outcome.outcome !== 'accepted') throw new Error(JSON.stringify(outcome));
  const receipts = () =>
    open.inbound.handed.flatMap(({ item }) =>
      item.kind === 'receipt' && item.providerMessageId === outcome.providerMessageId ? [item] : [],
    );
  await open.until('the read receipt', () => receipts().some(({ status }) => status === 'read'));
  expect(receipts().every(({ messageId: id }) => id === '777')).toBe(true);
});

test('a repeat of a message has the id of the first, and its recipient sees it once', async () => {
  const first = await send(`+${BOB}`, 'once', { messageId: '888' });
  const second = await send(`+${BOB}`, 'once', { messageId: '888' });
  expect(second).toEqual(first);
  // The network confirms a message before it reads it.
  await open.until('both', async () => (await taken('once'))[0]?.times === 2);
  expect(await taken('once')).toMatchObject([{ times: 2 }]);
});

test('a person who revokes another’s message in a group is treated as admin only if the network says so, also after a change', async () => {
  const group = await open.network.makeGroup({
    subject: 'Admins',
    owner: OWNER,
    participants: [BOB, CAROL],
  });
  const inGroup = async (from: string, body: DeviceContent): Promise<string> =>
    (await open.network.writes(from, { to: group.id, ...body })).id;
  const change = (action: 'promote' | 'demote') =>
    open.network.changeGroup(group.id, { action, by: OWNER, participants: [CAROL] });
  /** Whether Carol's revocation of Bob's message is reported as an admin's. */
  const takenBack = async (): Promise<boolean | undefined> => {
    const target = await inGroup(BOB, { type: 'text', text: 'by Bob' });
    await inGroup(CAROL, { type: 'revoke', message_id: target, author: BOB });
    const item = await itemWith(({ kind, providerMessageId: id }) => kind === 'revoked' && id === target);
    return item.kind === 'revoked' ? item.byAdmin : undefined;
  };
  expect(await takenBack()).toBeUndefined();
  await change('promote');
  await open.until('an admin to be one', async () => (await takenBack()) === true);
  await change('demote');
  await open.until('an admin to be none', async () => (await takenBack()) === undefined);
});

test('a number outside the network is refused, and so is a message that the network refuses, with its code', async () => {
  expect(await send('+15559999', 'nobody')).toMatchObject({ outcome: 'refused', status: 404, safeToRetry: false });
  await open.network.failNextSends({ mode: 'nack', code: 463 });
  const seen = open.inbound.handed.length;
  expect(await send(`+${BOB}`, 'restricted')).toMatchObject({ outcome: 'refused', status: 463, code: '463' });
  const id = await write(BOB, { type: 'text', text: 'after the refusal' });
  await itemOf(id);
  expect(
    open.inbound.handed.slice(seen).filter(({ item }) => item.kind === 'receipt' && item.status === 'failed'),
  ).toEqual([]);
});

test('a send that is never answered is unknown, and is not sent again', async () => {
  await open.network.putPhone({ number: BOB, receipts: 'off' });
  await open.network.failNextSends({ mode: 'no_ack' });
  expect(await send(`+${BOB}`, 'no answer', {}, 3000)).toMatchObject({ outcome: 'unknown' });
  await open.network.failNextSends({ mode: 'drop_after' });
  expect(await send(`+${BOB}`, 'dropped after')).toMatchObject({ outcome: 'unknown' });
  await open.untilStatus(tenant, device.token, 'connected');
  expect(await send(`+${BOB}`, 'next')).toMatchObject({ outcome: 'accepted' });
  expect(await taken('no answer')).toMatchObject([{ times: 1 }]);
  expect(await taken('dropped after')).toMatchObject([{ times: 1 }]);
});

test('a peer who cannot read a message gets it again, under the same id', async () => {
  await open.network.failNextSends({ mode: 'retry' });
  expect(await send(`+${BOB}`, 'say again')).toMatchObject({ outcome: 'accepted' });
  await open.until('the second time', async () => (await taken('say again'))[0]?.times === 2);
});

test('an image is sent with its caption, and the text of a voice message follows as part of the same message', async () => {
  const url = `${filesUrl}/picture.png`;
  const image = await send(`+${BOB}`, 'look', { media: { type: 'image', url, filename: 'picture.png' } });
  expect(image).toMatchObject({ outcome: 'accepted', furtherIds: [] });
  const [message] = await taken('look');
  expect(message).toMatchObject({ type: 'image', mime_type: 'image/png' });
  expect(String(await open.network.mediaOf(message?.seq ?? 0))).toBe('the picture');
  const audio = await send(`+${BOB}`, 'and this', { media: { type: 'audio', url, filename: 'a.mp3' } });
  expect(audio).toMatchObject({ outcome: 'accepted', furtherIds: [expect.any(String)] });
  expect(await taken('and this')).toMatchObject([{ type: 'text' }]);
  expect(
    await send(`+${BOB}`, 'gone', { media: { type: 'image', url: `${filesUrl}/gone`, filename: null } }),
  ).toMatchObject({ outcome: 'refused', status: null, code: 'media_unreadable' });
});

test('a message that the network repeats never gets another id', async () => {
  const id = await write(BOB, { type: 'text', text: 'twice' });
  await itemOf(id);
  await open.network.redeliver(id, { fresh: false });
  await open.network.redeliver(id, { fresh: true });
  const last = await write(BOB, { type: 'text', text: 'after the repeats' });
  await itemOf(last);
  const repeats = open.inbound.handed.filter(({ item }) => 'text' in item && item.text === 'twice');
  expect(new Set(repeats.map(({ item }) => item.providerMessageId))).toEqual(new Set([id]));
});

test('history becomes no message, and no key reaches the console', () => {
  const texts = open.inbound.handed.map(({ item }) => ('text' in item ? item.text : ''));
  expect(texts).not.toContain('a year ago');
  expect(said.join('\n')).not.toMatch(/privKey|SessionEntry|Buffer|Closing session|Bad MAC/);
});
