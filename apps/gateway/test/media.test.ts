import { request } from 'node:http';
import { connect } from 'node:net';
import { offerStream } from '@parley/bus/carriers/stream';
import { toWireError } from '@parley/bus/carriers/wire-message';
import { openMedia } from '@parley/common/contracts/internal/open-media';
import { type OutputOf, subjectOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { pollUntil } from '@parley/testing/poll-until';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openGateway, type TestGateway } from './open-gateway.ts';

let gateway: TestGateway;
let head: Omit<OutputOf<typeof openMedia>, 'tenantId'> = { mimeType: 'image/png', filename: 'a.png', size: null };
/** The input of the last call. */
let asked: Record<string, unknown> = {};
let body: () => AsyncIterable<Uint8Array>;
let ended = false;

const BYTES = Buffer.from(Array.from({ length: 700_000 }, (_, index) => index % 251));
async function* inPieces(): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < BYTES.length; from += 50_000) yield BYTES.subarray(from, from + 50_000);
}
async function* endless(): AsyncGenerator<Uint8Array> {
  try {
    for (;;) yield Buffer.alloc(64 * 1024);
  } finally {
    ended = true;
  }
}

beforeAll(async () => {
  gateway = await openGateway();
  gateway.carrier.serve(subjectOf(openMedia), 'files', async (payload) => {
    const { input } = JSON.parse(payload);
    asked = input;
    if (input.signature !== 'good') return toWireError(new AppError('invalid_signature'));
    if (input.size === 'thumbnail') return toWireError(new AppError('no_thumbnail'));
    if (input.expires === '1') return toWireError(new AppError('media_gone'));
    return JSON.stringify({ ok: true, output: { ...head, tenantId: 1 }, stream: offerStream(gateway.carrier, body()) });
  });
});
afterAll(() => gateway.stop());

const ADDRESS = '/media/att_1?expires=1760000000&signature=good';

function fetchBytes(
  path: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; headers: Record<string, unknown>; bytes: Buffer }> {
  return new Promise((resolve, reject) => {
    request(`${gateway.url}${path}`, { agent: false, headers }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('error', reject);
      incoming.on('end', () =>
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, bytes: Buffer.concat(chunks) }),
      );
    })
      .on('error', reject)
      .end();
  });
}

test('passes the bytes through unchanged, with type, name and length', async () => {
  body = inPieces;
  head = { mimeType: 'image/png', filename: 'Rechnung "März"\r\n/é.png', size: BYTES.length };
  const { status, headers, bytes } = await fetchBytes(ADDRESS);
  expect(status).toBe(200);
  expect(bytes.equals(BYTES)).toBe(true);
  expect(headers).toMatchObject({
    'content-type': 'image/png',
    'content-length': String(BYTES.length),
    'x-content-type-options': 'nosniff',
    'content-disposition': `inline; filename="Rechnung _M_rz_____.png"; filename*=UTF-8''Rechnung%20%22M%C3%A4rz%22%0D%0A%2F%C3%A9.png`,
  });
  expect(String(headers['content-security-policy'])).toContain('sandbox');
});

test.each([
  ['text/html', 'attachment'],
  ['image/svg+xml', 'attachment'],
  ['application/pdf', 'attachment'],
  ['video/mp4', 'inline'],
  ['audio/ogg; codecs=opus', 'inline'],
])('%s is %s', async (mimeType, kind) => {
  body = inPieces;
  head = { mimeType, filename: null, size: null };
  const { headers } = await fetchBytes(ADDRESS);
  expect(headers['content-disposition']).toBe(kind);
  expect(headers['content-type']).toBe(mimeType.split(';')[0]);
});

test.each([
  'image/svg+xml',
  'IMAGE/SVG+XML',
  'image/svg',
  'image/x+xml',
  'video/x+xml',
  'application/xhtml+xml',
  'text/xml',
  'multipart/x-mixed-replace',
])('%s, which a browser may run, is downloaded, and runs no scripts', async (mimeType) => {
  body = inPieces;
  head = { mimeType, filename: null, size: null };
  expect((await fetchBytes(ADDRESS)).headers).toMatchObject({
    'content-disposition': 'attachment',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining('sandbox'),
  });
});

test('a type of a megabyte is replaced', async () => {
  body = inPieces;
  head = { mimeType: `image/${'a'.repeat(1_000_000)}`, filename: 'b'.repeat(1_000_000), size: null };
  expect((await fetchBytes(ADDRESS)).headers['content-type']).toBe('application/octet-stream');
});

/** Everything that arrives on a connection on which two requests were sent. */
const rawBytes = (): Promise<string> =>
  new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    const { hostname, port } = new URL(gateway.url);
    const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
    const socket = connect(Number(port), hostname, () => socket.write(get(ADDRESS) + get('/nowhere')));
    socket.on('data', (part: Buffer) => parts.push(part));
    socket.on('error', reject);
    // A kept connection stays open: the second answer ends it here.
    socket.on('data', () => Buffer.concat(parts).includes('unknown_') && socket.end());
    socket.on('close', () => resolve(Buffer.concat(parts).toString('latin1')));
  });
const smuggled = 'HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nevil!';
async function* withSmuggled(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('0123456789');
  yield Buffer.from(smuggled);
}

test.each([
  [10, 'the rest of it is never sent', '0123456789'],
  [5, 'none of it is sent', ''],
  [0, 'none of it is sent', ''],
  [1000, 'the connection ends with it', `0123456789${smuggled}`],
])('breaks off a source that announced %i bytes and sends a different number: %s', async (size, _what, sent) => {
  body = withSmuggled;
  head = { mimeType: 'image/png', filename: null, size };
  const text = await rawBytes();
  const [first = '', ...rest] = text.split('\r\n\r\n');
  if (sent === '') expect(first).toMatch(/^HTTP\/1\.1 503 /);
  else expect([first.split('\r\n')[0], rest.join('\r\n\r\n')]).toEqual(['HTTP/1.1 200 OK', sent]);
  expect(text.includes(smuggled)).toBe(sent.includes(smuggled));
});

test('a source that fails before the first byte is an error, and not a file', async () => {
  body = async function* () {
    yield* [];
    throw new Error('reset');
  };
  head = { mimeType: 'image/png', filename: 'a.png', size: 5 };
  const answer = await gateway.call('GET', ADDRESS);
  expect(answer).toMatchObject({ status: 503, body: { ok: false, error: 'service_unavailable' } });
  expect(answer.headers).toMatchObject({ 'cache-control': 'no-store' });
  expect(answer.headers).not.toHaveProperty('content-disposition');
});

test('a source that fails midway makes the transfer fail', async () => {
  body = async function* () {
    yield Buffer.from('01234');
    throw new Error('reset');
  };
  for (const size of [null, 10]) {
    head = { mimeType: 'image/png', filename: null, size };
    await expect(fetchBytes(ADDRESS)).rejects.toThrow(/aborted|hang up/);
  }
});

test('an invalid type becomes application/octet-stream', async () => {
  body = inPieces;
  head = { mimeType: 'text/html\r\nx: y', filename: null, size: null };
  expect((await fetchBytes(ADDRESS)).headers['content-type']).toBe('application/octet-stream');
});

const ETAG = '"att_1"';

test('a part of a stored file is answered with 206 and Content-Range', async () => {
  body = async function* () {
    yield BYTES.subarray(100, 150);
  };
  const stored = { etag: ETAG, total: BYTES.length, range: { start: 100, end: 149 } };
  head = { mimeType: 'video/mp4', filename: null, size: 50, stored };
  const { status, headers, bytes } = await fetchBytes(ADDRESS, { range: 'bytes=100-149', 'if-range': ETAG });
  expect(asked).toMatchObject({ range: { start: 100, end: 149, ifRange: ETAG } });
  expect([status, bytes.equals(BYTES.subarray(100, 150))]).toEqual([206, true]);
  expect(headers).toMatchObject({
    'accept-ranges': 'bytes',
    'content-length': '50',
    'content-range': `bytes 100-149/${BYTES.length}`,
    'content-type': 'video/mp4',
    'x-content-type-options': 'nosniff',
    etag: ETAG,
  });
});

test('a range beyond the end of a stored file is answered with 416 and the file’s length', async () => {
  body = async function* () {};
  head = { mimeType: 'video/mp4', filename: null, size: 0, stored: { etag: ETAG, total: 9, range: 'unsatisfiable' } };
  const { status, headers, bytes } = await fetchBytes(ADDRESS, { range: 'bytes=9-' });
  expect([status, headers['content-range'], bytes.length]).toEqual([416, 'bytes */9', 0]);
});

test('a range of a file that is not stored, and an invalid or multiple range, are answered with the whole file', async () => {
  body = inPieces;
  head = { mimeType: 'video/mp4', filename: null, size: BYTES.length };
  for (const range of ['bytes=0-9', 'bytes=0-1,4-5', 'x']) {
    const { status, headers, bytes } = await fetchBytes(ADDRESS, { range });
    expect([status, bytes.length]).toEqual([200, BYTES.length]);
    expect(headers).not.toHaveProperty('content-range');
    expect(headers).not.toHaveProperty('accept-ranges');
  }
  expect(asked).not.toHaveProperty('range');
});

test('a client that has the stored file already gets 304, and its source is stopped', async () => {
  body = endless;
  ended = false;
  head = { mimeType: 'video/mp4', filename: null, size: 9, stored: { etag: ETAG, total: 9, range: null } };
  for (const known of [ETAG, `"x", W/${ETAG}`]) {
    const { status, headers, bytes } = await fetchBytes(ADDRESS, { 'if-none-match': known });
    expect([status, headers.etag, bytes.length]).toEqual([304, ETAG, 0]);
  }
  body = inPieces;
  head = { ...head, size: BYTES.length };
  expect((await fetchBytes(ADDRESS, { 'if-none-match': '"x"' })).status).toBe(200);
});

test('HEAD answers only the head and stops the source', async () => {
  body = endless;
  ended = false;
  head = { mimeType: 'image/png', filename: null, size: 5 };
  const answer = await gateway.call('HEAD', ADDRESS);
  expect([answer.status, answer.headers['content-length'], answer.text]).toEqual([200, '5', '']);
});

test('a reader that disconnects stops the source', async () => {
  body = endless;
  ended = false;
  head = { mimeType: 'image/png', filename: null, size: null };
  const outgoing = request(`${gateway.url}${ADDRESS}`, { agent: false }, (incoming) => {
    incoming.once('data', () => outgoing.destroy());
    incoming.on('error', () => undefined);
  });
  outgoing.on('error', () => undefined);
  outgoing.end();
  await pollUntil(() => ended || null, { what: () => 'the source to be stopped' });
});

test.each([
  ['/media/att_1', 401, 'invalid_signature'],
  ['/media/att_1?expires=1760000000&signature=bad', 401, 'invalid_signature'],
  ['/media/att_1?expires=x&signature=good', 401, 'invalid_signature'],
  ['/media/att_1?expires=1&expires=2&signature=good', 401, 'invalid_signature'],
  [`/media/${'a'.repeat(200)}?expires=1&signature=good`, 401, 'invalid_signature'],
  ['/media/att_1?expires=1&signature=good', 404, 'media_gone'],
  ['/media/att_1?expires=2&signature=good&size=thumbnail', 404, 'no_thumbnail'],
  ['/media/att_1?expires=2&signature=good&size=large', 400, 'invalid_size'],
  ['/media/att_1?expires=2&signature=good&size=thumbnail&size=thumbnail', 400, 'invalid_size'],
])('%s is %i %s', async (path, status, error) => {
  expect(await gateway.call('GET', path)).toMatchObject({ status, body: { ok: false, error } });
});
