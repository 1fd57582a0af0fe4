import { request } from 'node:http';
import { offerStream } from '@parley/bus/stream';
import { toWireError } from '@parley/bus/wire-message';
import { openMedia } from '@parley/common/contracts/internal/open-media';
import { subjectOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { pollUntil } from '@parley/testing/poll-until';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openGateway, type TestGateway } from './open-gateway.ts';

let gateway: TestGateway;
let head = { mime_type: 'image/png', filename: 'a.png' as string | null, size: null as number | null };
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
  gateway.carrier.serve(subjectOf(openMedia), 'inbound', async (payload) => {
    const { input } = JSON.parse(payload);
    if (input.signature !== 'good') return toWireError(new AppError('invalid_signature'));
    if (input.expires === '1') return toWireError(new AppError('media_gone'));
    return JSON.stringify({ ok: true, output: head, stream: offerStream(gateway.carrier, body()) });
  });
});
afterAll(() => gateway.stop());

const ADDRESS = '/media/att_1?expires=1760000000&signature=good';

function fetchBytes(path: string): Promise<{ status: number; headers: Record<string, unknown>; bytes: Buffer }> {
  return new Promise((resolve, reject) => {
    request(`${gateway.url}${path}`, { agent: false }, (incoming) => {
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

test('the bytes arrive as they are, with type, name and length', async () => {
  body = inPieces;
  head = { mime_type: 'image/png', filename: 'Rechnung "März"\r\n/é.png', size: BYTES.length };
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
])('%s is %s', async (mime_type, kind) => {
  body = inPieces;
  head = { mime_type, filename: null, size: null };
  const { headers } = await fetchBytes(ADDRESS);
  expect(headers['content-disposition']).toBe(kind);
  expect(headers['content-type']).toBe(mime_type.split(';')[0]);
});

test('a type that is none becomes bytes', async () => {
  body = inPieces;
  head = { mime_type: 'text/html\r\nx: y', filename: null, size: null };
  expect((await fetchBytes(ADDRESS)).headers['content-type']).toBe('application/octet-stream');
});

test('HEAD answers the head alone and stops the source', async () => {
  body = endless;
  ended = false;
  head = { mime_type: 'image/png', filename: null, size: 5 };
  const answer = await gateway.call('HEAD', ADDRESS);
  expect([answer.status, answer.headers['content-length'], answer.text]).toEqual([200, '5', '']);
});

test('a reader that goes away stops the source', async () => {
  body = endless;
  ended = false;
  head = { mime_type: 'image/png', filename: null, size: null };
  const outgoing = request(`${gateway.url}${ADDRESS}`, { agent: false }, (incoming) => {
    incoming.once('data', () => outgoing.destroy());
    incoming.on('error', () => undefined);
  });
  outgoing.on('error', () => undefined);
  outgoing.end();
  await pollUntil(() => ended || null, { deadlineMs: 5000, what: () => 'the source to be stopped' });
});

test.each([
  ['/media/att_1', 401, 'invalid_signature'],
  ['/media/att_1?expires=1760000000&signature=bad', 401, 'invalid_signature'],
  ['/media/att_1?expires=x&signature=good', 401, 'invalid_signature'],
  ['/media/att_1?expires=1&expires=2&signature=good', 401, 'invalid_signature'],
  [`/media/${'a'.repeat(200)}?expires=1&signature=good`, 401, 'invalid_signature'],
  ['/media/att_1?expires=1&signature=good', 404, 'media_gone'],
])('%s is %i %s', async (path, status, error) => {
  expect(await gateway.call('GET', path)).toMatchObject({ status, body: { ok: false, error } });
});
