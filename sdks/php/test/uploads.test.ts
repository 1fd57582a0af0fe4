import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { runPhp } from './run-php.ts';
import { answerJson, serve } from './serve.ts';

const PDF = Buffer.concat([Buffer.from('%PDF-1.4 '), Buffer.alloc(200_000, 7)]);
const BUSY = { ok: false, error: 'rate_limited', message: 'Later.', retry_after: 0.01 };
const UPLOADED = {
  ...{ ok: true, upload_id: 'upl_1', name: 'a.pdf', type: 'document', mime_type: 'application/pdf', size: 1 },
  expires_at: '2026-03-08T10:00:00.000Z',
};

async function writePdf(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-php-upload-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'فاتورة 1.pdf');
  await writeFile(path, PDF);
  return path;
}

test('bytes, a path and a stream are uploaded as they are, and a retry has all of the bytes', async () => {
  const bodies: Promise<Buffer>[] = [];
  const { url, requests } = await serve(async (response, request, before) => {
    const body = buffer(request);
    bodies.push(body);
    await body;
    answerJson(response, before === 0 ? 429 : 200, before === 0 ? BUSY : UPLOADED);
  });
  expect(await runPhp('upload-file.php', { url, path: await writePdf() })).toEqual(['upl_1', 'upl_1', 'upl_1']);
  const [refused, repeated, ofPath, ofStream] = await Promise.all(bodies);
  expect([refused, repeated, ofPath].map((body) => body?.equals(PDF))).toEqual([true, true, true]);
  expect(ofStream?.equals(PDF.subarray(5))).toBe(true);
  const nameOf = ({ url: address }: IncomingMessage) => new URL(address ?? '', 'http://x').searchParams.get('name');
  expect(requests.map(nameOf)).toEqual(['a&b.pdf', 'a&b.pdf', 'فاتورة 1.pdf', null]);
  expect(requests.map(({ headers }) => headers['content-type'])).toEqual(Array(4).fill('application/octet-stream'));
  const [first, second, third] = requests.map(({ headers }) => headers['idempotency-key']);
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});

test.each([
  [{ file: 7 }, 'file must be its bytes, an open stream or an SplFileInfo.'],
  [{}, 'file cannot be read.'],
])('a value that is not a file is refused before any call: %j', async (given, sentence) => {
  const { url, requests } = await serve((response) => answerJson(response, 200, UPLOADED));
  expect(await runPhp('upload-file.php', { url, isRefused: true, ...given })).toBe(sentence);
  expect(requests).toEqual([]);
});
