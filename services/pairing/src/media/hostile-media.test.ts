import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { createServer, type Server } from 'node:net';
import { asStream } from '@parley/bus/carriers/stream';
import { openDeviceMedia } from '@parley/common/contracts/internal/open-device-media';
import type { DeviceAttachment } from '@parley/common/contracts/internal/store-device-items';
import { AppError } from '@parley/common/errors';
import type { DeviceContent, MediaServing, StoredMedia } from '@parley/sandbox/driver/sandbox-driver';
import type { TestTenant } from '@parley/testing/factories/test-tenant';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type OpenPairing, openPairing } from '../../test/open-pairing.ts';

const OWNER = '15550001';
const STRANGER = '15550666';
const STREAM = asStream(openDeviceMedia);
const SMALL = Buffer.from('a picture of a stranger '.repeat(5000));
/** Larger than the read-ahead. */
const LARGE = Buffer.alloc(10 * 1024 * 1024, 'film ');
const MEGABYTE = 'a'.repeat(1_000_000);
const KEY = Buffer.alloc(32, 7).toString('base64');

/** The file fields of a message. */

let open: OpenPairing;
let tenant: TestTenant;
let device: Awaited<ReturnType<OpenPairing['link']>>;
/** A server that no request may reach. */
let canary: Server;
let canaryPort: number;
let touched = 0;
let texts = 0;

beforeAll(async () => {
  canary = createServer((socket) => {
    touched++;
    socket.on('error', () => {});
    socket.end('HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\nsecret');
  });
  canaryPort = await new Promise((resolve) => {
    canary.listen(0, '127.0.0.1', () => {
      const address = canary.address();
      resolve(address !== null && typeof address === 'object' ? address.port : 0);
    });
  });
  open = await openPairing();
  await open.startWorker('w1');
  tenant = await open.makeTenant();
  device = await open.link(tenant, OWNER);
  await open.network.putPhone({ number: STRANGER, name: 'Stranger' });
}, 60_000);
afterAll(async () => {
  await open[Symbol.asyncDispose]();
  canary.close();
});

const write = async (body: DeviceContent): Promise<string> =>
  (await open.network.writes(STRANGER, { to: OWNER, ...body })).id;
const reported = (id: string) =>
  open.until(`message ${id}`, () =>
    open.inbound.handed.map(({ item }) => item).find((i) => i.providerMessageId === id),
  );

/** Asserts that the device still receives, and that its process is alive. */
afterEach(async () => {
  const text = `honest ${texts++}`;
  expect(await reported(await write({ type: 'text', text }))).toMatchObject({ kind: 'message', text });
  const seen = touched;
  touched = 0;
  expect(seen).toBe(0);
}, 60_000);

const putFile = (bytes: Buffer, serve?: MediaServing): Promise<StoredMedia> =>
  open.network.storeMedia({
    type: 'image',
    base64: bytes.toString('base64'),
    mime_type: 'image/jpeg',
    ...(serve ? { serve } : {}),
  });

async function hearFile(file: Record<string, unknown>, kind = 'imageMessage'): Promise<DeviceAttachment> {
  const item = await reported(await write({ type: 'raw', proto: { [kind]: file } }));
  const [attachment] = item.kind === 'message' ? item.attachments : [];
  if (!attachment) throw new Error(`No attachment in ${JSON.stringify(item)}`);
  return attachment;
}

test('a view-once file is reported as such, however its phone marks it, and other files are not', async () => {
  const file = await putFile(Buffer.from('once'));
  const imageMessage = { ...file };
  const wrapped = { viewOnceMessageV2: { message: { imageMessage } } };
  for (const proto of [
    wrapped,
    { viewOnceMessage: { message: { imageMessage } } },
    { ephemeralMessage: { message: wrapped } },
    { imageMessage: { ...imageMessage, viewOnce: true } },
  ])
    expect(await reported(await write({ type: 'raw', proto }))).toMatchObject({ kind: 'message', viewOnce: true });
  expect(await reported(await write({ type: 'raw', proto: { imageMessage } }))).not.toHaveProperty('viewOnce');
});

/** The outcome for a reader of the file: its bytes, an error instead, or `broken off` in the middle. */
async function readFile({
  media,
}: DeviceAttachment): Promise<{ outcome: string; size?: number | null; bytes?: Buffer }> {
  const input = { tenantId: tenant.id, externalId: device.id, media: media ?? '' };
  const answer = await open.bus.stream(STREAM, input, { requestId: 'req_test' }).catch((error: unknown) => {
    if (error instanceof AppError) return error.code;
    throw error;
  });
  if (typeof answer === 'string') return { outcome: answer };
  const parts: Uint8Array[] = [];
  try {
    for await (const part of answer.body) parts.push(part);
  } catch {
    return { outcome: 'broken off' };
  }
  return { outcome: 'whole', size: answer.head.size, bytes: Buffer.concat(parts) };
}

const at = (port: number): string => `127.0.0.1:${port}`;
/** Hostile addresses of a file, and whether it is served anyway. */
const ODD_ADDRESSES: [
  string,
  (file: StoredMedia) => Record<string, unknown>,
  'whole' | 'media_gone' | 'nothing to open',
][] = [
  ['a url of another host beside an honest path', () => ({ url: `http://${at(canaryPort)}/x` }), 'whole'],
  ['an https url of another host beside an honest path', () => ({ url: `https://${at(canaryPort)}/x` }), 'whole'],
  ['no url', () => ({ url: null }), 'whole'],
  ['an invalid url', () => ({ url: 'http://[' }), 'whole'],
  ['a url of a megabyte', () => ({ url: `https://mmg.whatsapp.net/${MEGABYTE}` }), 'whole'],
  ['a url with a NUL', () => ({ url: 'https://mmg.whatsapp.net/\u0000' }), 'whole'],
  ['a bare url', () => ({ directPath: '', url: `http://${at(canaryPort)}/x` }), 'media_gone'],
  ['a bare https url', () => ({ directPath: null, url: `https://${at(canaryPort)}/x` }), 'media_gone'],
  ['a bare url of the network', ({ url }) => ({ directPath: '', url }), 'media_gone'],
  ['a bare file url', () => ({ directPath: '', url: 'file:///etc/passwd' }), 'media_gone'],
  ['a bare data url', () => ({ directPath: '', url: 'data:text/plain,x' }), 'media_gone'],
  ['a metadata url', () => ({ directPath: '', url: 'http://169.254.169.254/latest/meta-data' }), 'media_gone'],
  ['neither path nor url', () => ({ directPath: '', url: '' }), 'nothing to open'],
  ['a path with two slashes', () => ({ directPath: `//${at(canaryPort)}/x` }), 'media_gone'],
  ['a path with a user name', () => ({ directPath: `@${at(canaryPort)}/x` }), 'media_gone'],
  ['a path with a user name and password', () => ({ directPath: `:x@${at(canaryPort)}/x` }), 'media_gone'],
  ['a path with a backslash', () => ({ directPath: `/\\${at(canaryPort)}/x` }), 'media_gone'],
  ['a path of backslashes', () => ({ directPath: `\\\\${at(canaryPort)}\\x` }), 'media_gone'],
  ['a path that goes on with the host', () => ({ directPath: '.evil.example/x' }), 'media_gone'],
  ['a path that is a port', () => ({ directPath: `:${canaryPort}/x` }), 'media_gone'],
  ['a path that is an address', () => ({ directPath: `http://${at(canaryPort)}/x` }), 'media_gone'],
  ['a path that is an https address', () => ({ directPath: `https://${at(canaryPort)}/x` }), 'media_gone'],
  ['a path with line breaks', ({ directPath }) => ({ directPath: `${directPath}\r\nHost: evil` }), 'media_gone'],
  ['a path with a tab before slashes', () => ({ directPath: `/\t/${at(canaryPort)}/x` }), 'media_gone'],
  ['a path with a NUL', ({ directPath }) => ({ directPath: `${directPath}\u0000` }), 'media_gone'],
  ['a path with a blank', ({ directPath }) => ({ directPath: ` ${directPath}` }), 'media_gone'],
  ['a path with ..', () => ({ directPath: '/../sandbox/devices' }), 'media_gone'],
  ['a path with a fragment', ({ directPath }) => ({ directPath: `${directPath}#x` }), 'media_gone'],
  ['a path beyond ASCII', () => ({ directPath: '/v/ü' }), 'media_gone'],
  ['a path of a megabyte', () => ({ directPath: `/v/${MEGABYTE}` }), 'media_gone'],
  ['a path where no file is', () => ({ directPath: '/v/t62.7118-24/nothing' }), 'media_gone'],
  ['no key', () => ({ mediaKey: '' }), 'nothing to open'],
  ['a key of one byte', () => ({ mediaKey: 'AA==' }), 'media_gone'],
  ['a key of a hundred kilobytes', () => ({ mediaKey: Buffer.alloc(100_000).toString('base64') }), 'media_gone'],
  ['another file’s key', () => ({ mediaKey: KEY }), 'media_gone'],
  ['another file’s hash', () => ({ fileSha256: KEY }), 'media_gone'],
  ['another file’s encrypted hash', () => ({ fileEncSha256: KEY }), 'media_gone'],
  ['a hash of one byte', () => ({ fileSha256: 'AA==' }), 'media_gone'],
  ['no hashes', () => ({ fileSha256: '', fileEncSha256: '' }), 'whole'],
  ['a length of 0', () => ({ fileLength: 0 }), 'whole'],
  ['a length of 10', () => ({ fileLength: 10 }), 'whole'],
  ['a negative length', () => ({ fileLength: -1 }), 'whole'],
  ['the largest length', () => ({ fileLength: '18446744073709551615' }), 'whole'],
  ['a type of a megabyte', () => ({ mimetype: `image/${MEGABYTE}` }), 'whole'],
  ['a type with line breaks', () => ({ mimetype: 'image/png\r\nset-cookie: a=b' }), 'whole'],
  ['a type that is text', () => ({ mimetype: 'text/html' }), 'whole'],
];

test.each(ODD_ADDRESSES)('a message whose file has %s is reported', async (_what, alter, expected) => {
  const file = await putFile(SMALL);
  const attachment = await hearFile({ ...file, ...alter(file) });
  expect(attachment).toMatchObject({ type: 'image' });
  expect(attachment.size === null || Number.isSafeInteger(attachment.size)).toBe(true);
  expect(JSON.stringify(attachment).length).toBeLessThan(10_000);
  if (expected === 'nothing to open') return expect(attachment.media).toBeNull();
  const read = await readFile(attachment);
  expect(read.outcome).toBe(expected);
  // The announced length is the real one, regardless of the sender's claim.
  if (expected === 'whole') expect([read.size, read.bytes?.equals(SMALL)]).toEqual([SMALL.length, true]);
});

const half = SMALL.length / 2;
const BROKEN: [string, Record<string, unknown>, 'whole' | 'media_gone' | 'device_error'][] = [
  ['reset before the first byte', { send: 0, end: 'reset' }, 'device_error'],
  ['reset in the middle', { send: half, end: 'reset' }, 'device_error'],
  [
    'reset in the middle of an announced length',
    { send: half, end: 'reset', headers: { 'content-length': '120026' } },
    'device_error',
  ],
  ['closed in the middle', { send: half, end: 'close' }, 'device_error'],
  [
    'closed in the middle of an announced length',
    { send: half, end: 'close', headers: { 'content-length': '120026' } },
    'device_error',
  ],
  ['nothing', { send: 0 }, 'media_gone'],
  ['less than the MAC', { send: 5 }, 'media_gone'],
  ['the MAC alone', { send: 10 }, 'media_gone'],
  ['half of it', { send: half }, 'media_gone'],
  ['all but a byte', { send: SMALL.length + 25 }, 'media_gone'],
  ['a length that is too short', { headers: { 'content-length': '26' } }, 'media_gone'],
  ['invalid gzip', { headers: { 'content-encoding': 'gzip' } }, 'whole'],
  ['invalid deflate', { headers: { 'content-encoding': 'deflate' } }, 'whole'],
  ['invalid br', { headers: { 'content-encoding': 'br' } }, 'whole'],
  ['the status 404', { status: 404 }, 'media_gone'],
  ['the status 410', { status: 410 }, 'media_gone'],
  ['the status 403', { status: 403 }, 'media_gone'],
  ['the status 429', { status: 429 }, 'device_error'],
  ['the status 500', { status: 500 }, 'device_error'],
  ['the status 204', { status: 204, send: 0 }, 'media_gone'],
  ['a redirect to the inside', { status: 302, headers: { location: 'CANARY' } }, 'media_gone'],
  ['a redirect to nowhere', { status: 301, headers: { location: 'http://[' } }, 'media_gone'],
  ['a redirect to itself', { status: 307, headers: { location: '/' } }, 'media_gone'],
];

test.each(BROKEN)('a download with %s is answered', async (_what, serve, expected) => {
  const file = await putFile(SMALL, JSON.parse(JSON.stringify(serve).replace('CANARY', `http://${at(canaryPort)}/x`)));
  const read = await readFile(await hearFile(file));
  expect(read.outcome).toBe(expected);
  if (expected === 'whole') expect([read.size, read.bytes?.equals(SMALL)]).toEqual([SMALL.length, true]);
});

test('a file larger than the read-ahead is served whole, without an unchecked Content-Length', async () => {
  const read = await readFile(await hearFile(await putFile(LARGE)));
  expect([read.outcome, read.size, read.bytes?.equals(LARGE)]).toEqual(['whole', null, true]);
});

test('a large file whose connection is reset breaks off', async () => {
  const file = await putFile(LARGE, { send: 9 * 1024 * 1024, end: 'reset' });
  // Whether some bytes have arrived by then depends on the network.
  expect(['broken off', 'device_error']).toContain((await readFile(await hearFile(file))).outcome);
});

test.each([
  ['is cut off', { send: 9 * 1024 * 1024 }, {}],
  ['has another hash', undefined, { fileSha256: KEY }],
  ['has another key', undefined, { mediaKey: KEY }],
])('a large file that %s is broken off', async (_what, serve, odd) => {
  const file = await putFile(LARGE, serve);
  expect((await readFile(await hearFile({ ...file, ...odd }))).outcome).toBe('broken off');
});

test.each(['videoMessage', 'audioMessage', 'documentMessage', 'stickerMessage', 'ptvMessage'])(
  'the address in a %s is checked in the same way',
  async (kind) => {
    const file = await putFile(SMALL);
    const odd = { ...file, directPath: `@${at(canaryPort)}/x`, url: `http://${at(canaryPort)}/x` };
    expect((await readFile(await hearFile(odd, kind))).outcome).toBe('media_gone');
  },
);

test.each(['snapshot', 'patch'] as const)(
  'a %s of the account’s state on another host is not fetched',
  async (part) => {
    const reached: string[] = [];
    // safe: published by undici when a request is made
    const made = (message: unknown): unknown =>
      reached.push(String((message as { request: { origin: unknown } }).request.origin));
    const { deviceId } = device;
    subscribe('undici:request:create', made);
    try {
      await open.network.changeAppState(deviceId, part, '.evil.example/x');
      await open.until('the device to ask', async () => (await open.deviceAt(deviceId)).app_state_asked > 0);
      await reported(await write({ type: 'text', text: `behind the ${part}` }));
    } finally {
      unsubscribe('undici:request:create', made);
    }
    expect(reached.filter((origin) => origin.includes('whatsapp.net'))).toEqual([]);
  },
);
