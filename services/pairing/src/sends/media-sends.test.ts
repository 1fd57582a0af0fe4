import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sendDeviceMessage } from '@parley/common/contracts/internal/send-device-message';
import type { TestTenant } from '@parley/testing/factories/test-tenant';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type OpenPairing, openPairing } from '../../test/open-pairing.ts';

const OWNER = '15550001';
const BOB = '15550002';
const BYTES = Buffer.alloc(300_000, 'a film ');
/** A picture of one pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let open: OpenPairing;
let tenant: TestTenant;
let device: Awaited<ReturnType<OpenPairing['link']>>;
let files: Server;
let filesUrl: string;
let asked: string[] = [];
let directory: string;
let nextMessageId = 1;
const given = process.env.TMPDIR;

beforeAll(async () => {
  files = createServer((request, response) => {
    asked.push(request.url ?? '');
    if (request.url === '/picture.png') return response.writeHead(200, { 'content-type': 'image/png' }).end(PNG);
    response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': BYTES.length });
    const isFirst = asked.filter((url) => url === request.url).length === 1;
    if (request.url === '/stalls-once.mp4' && isFirst) return response.write(BYTES.subarray(0, 100_000));
    if (request.url !== '/broken.mp4') return response.end(BYTES);
    response.write(BYTES.subarray(0, 100_000), () => request.socket.resetAndDestroy());
  });
  filesUrl = await new Promise((resolve) => {
    files.listen(0, '127.0.0.1', () => {
      const address = files.address();
      resolve(`http://127.0.0.1:${address !== null && typeof address === 'object' ? address.port : 0}`);
    });
  });
  directory = await mkdtemp(join(tmpdir(), 'media-sends-'));
  process.env.TMPDIR = directory;
  open = await openPairing();
  await open.startWorker('w1');
  tenant = await open.makeTenant();
  device = await open.link(tenant, OWNER);
  await open.network.putPhone({ number: BOB, name: 'Bob' });
}, 60_000);
afterAll(async () => {
  if (given === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = given;
  await open[Symbol.asyncDispose]();
  files.close();
  await rm(directory, { recursive: true });
});

const send = (
  text: string,
  path: string | null,
  type: 'image' | 'video' | 'audio' | 'document' = 'video',
  messageId = String(nextMessageId++),
) =>
  open.bus.call(
    sendDeviceMessage,
    {
      tenantId: tenant.id,
      externalId: device.id,
      messageId,
      to: `+${BOB}`,
      text,
      media: path === null ? null : { type, url: `${filesUrl}${path}`, filename: 'a.bin' },
    },
    { requestId: 'req_test', deadlineAt: Date.now() + 20_000 },
  );
const taken = async (text: string) => (await open.network.taken()).filter((message) => message.text === text);
const bytesOf = (seq: number): Promise<Buffer> => open.network.mediaOf(seq);

/** Asserts that the device still sends, and that no temporary file is left. */
afterEach(async () => {
  process.env.TMPDIR = directory;
  await open.network.failUploads({ times: 0, status: 500 });
  expect(await send('normal', '/film.mp4')).toMatchObject({ outcome: 'accepted' });
  expect(await readdir(directory)).toEqual([]);
  asked = [];
}, 60_000);

test.each(['image', 'video', 'audio', 'document'] as const)(
  'a file that is sent as %s is read by Parley, since the network accepts no URL, and arrives unchanged',
  async (type) => {
    const before = (await open.network.taken()).length;
    expect(await send(type === 'audio' ? '' : `a ${type}`, '/film.mp4', type)).toMatchObject({ outcome: 'accepted' });
    const [message] = (await open.network.taken()).slice(before);
    expect(message).toMatchObject({ type, text: type === 'audio' ? null : `a ${type}`, mime_type: 'video/mp4' });
    expect(message?.filename).toBe(type === 'document' ? 'a.bin' : null);
    expect((await bytesOf(message?.seq ?? 0)).equals(BYTES)).toBe(true);
  },
);

test('an image is sent with its preview', async () => {
  expect(await send('look', '/picture.png', 'image')).toMatchObject({ outcome: 'accepted' });
  const [message] = await taken('look');
  expect(message?.proto.imageMessage).toMatchObject({ width: 1, height: 1, jpegThumbnail: expect.any(String) });
  const { jpegThumbnail } = z.object({ jpegThumbnail: z.base64() }).parse(message?.proto.imageMessage);
  expect(Buffer.from(jpegThumbnail, 'base64').subarray(0, 2).toString('hex')).toBe('ffd8');
});

test('an upload that the network refuses once is retried, and an upload that it always refuses fails the send', async () => {
  await open.network.failUploads({ times: 1, status: 401 });
  expect(await send('at the second try', '/film.mp4')).toMatchObject({ outcome: 'accepted' });
  await open.network.failUploads({ times: 100, status: 500 });
  expect(await send('never', '/film.mp4')).toMatchObject({
    outcome: 'refused',
    status: null,
    message: expect.stringContaining('The network did not take the file: it answered 500.'),
  });
  expect(await taken('never')).toEqual([]);
});

test('a file whose source breaks off fails the send, and no part of it is sent', async () => {
  expect(await send('half', '/broken.mp4')).toMatchObject({ outcome: 'refused', status: null });
  expect(await taken('half')).toEqual([]);
});

test('a send whose connection breaks while it is prepared fails at once, and its repeat goes out over the next connection', async () => {
  const messageId = String(nextMessageId++);
  const attempt = () => send('after the break', '/stalls-once.mp4', 'video', messageId);
  const sending = attempt();
  await expect.poll(() => asked).toEqual(['/stalls-once.mp4']);
  await open.network.close(`${OWNER}:1`, 428);
  // Its sender repeats it: nothing was handed over.
  expect(await sending).toMatchObject({
    outcome: 'refused',
    safeToRetry: true,
    message: 'The device is not connected to the network now.',
  });
  expect(await attempt()).toMatchObject({ outcome: 'accepted' });
  const sent = await taken('after the break');
  expect(sent).toHaveLength(1);
  expect((await bytesOf(sent[0]?.seq ?? 0)).equals(BYTES)).toBe(true);
  expect(asked).toEqual(['/stalls-once.mp4', '/stalls-once.mp4']);
});

test('a full disk fails the send, and nothing else', async () => {
  process.env.TMPDIR = join(directory, 'nowhere');
  for (const type of ['image', 'audio', 'document'] as const)
    expect(await send('no room', '/film.mp4', type)).toMatchObject({
      outcome: 'refused',
      status: null,
      message: expect.stringContaining('could not be made ready'),
    });
  expect(await taken('no room')).toEqual([]);
});

test('no link preview is fetched for an address in a text', async () => {
  const text = `see ${filesUrl}/page`;
  expect(await send(text, null)).toMatchObject({ outcome: 'accepted' });
  expect(await taken(text)).toMatchObject([{ type: 'text' }]);
  expect(asked).toEqual([]);
});
