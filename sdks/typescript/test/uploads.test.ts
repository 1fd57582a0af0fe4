import { openAsBlob } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { answerJson, serve } from './serve.ts';

const PDF = Buffer.concat([Buffer.from('%PDF-1.4 '), Buffer.alloc(200_000, 7)]);

interface Uploaded {
  name: string | null;
  type: string | undefined;
  key: string | undefined;
  body: Buffer;
}

/** A client whose server refuses the first calls for a moment, and the uploads that arrive. */
async function openServer(refused: number) {
  const uploads: Uploaded[] = [];
  const { client } = await serve(async (response, request, before) => {
    const { searchParams } = new URL(request.url ?? '', 'http://localhost');
    const { 'content-type': type, 'idempotency-key': key } = request.headers;
    uploads.push({ name: searchParams.get('name'), type, key: key?.toString(), body: await buffer(request) });
    if (before >= refused) return answerJson(response, 200, { ok: true, upload_id: 'upl_1' });
    answerJson(response, 429, { ok: false, error: 'rate_limited', message: 'Later.', retry_after: 0.01 });
  });
  return { client, uploads };
}

test('bytes, a file and a blob of the disk are uploaded as they are', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-upload-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, 'bill.pdf'), PDF);
  const { client, uploads } = await openServer(0);
  const bytes = new Uint8Array(PDF);
  for (const [file, given] of [
    [bytes, { name: 'a&b.pdf' }],
    [bytes.buffer, {}],
    [new File([bytes], 'فاتورة 1.pdf', { type: 'application/json' }), {}],
    [await openAsBlob(join(folder, 'bill.pdf')), { name: 'bill.pdf' }],
  ] as const)
    expect(await client.files.uploadFile(file, given)).toMatchObject({ upload_id: 'upl_1' });
  expect(uploads.map(({ name }) => name)).toEqual(['a&b.pdf', null, 'فاتورة 1.pdf', 'bill.pdf']);
  expect(uploads.every(({ body }) => body.equals(PDF))).toBe(true);
  expect(new Set(uploads.map(({ type }) => type))).toEqual(new Set(['application/octet-stream']));
});

test('a retry has all of the bytes and the same key', async () => {
  const { client, uploads } = await openServer(1);
  await client.files.uploadFile(new Blob([new Uint8Array(PDF)]));
  expect(uploads.map(({ body }) => body.equals(PDF))).toEqual([true, true]);
  expect(new Set(uploads.map(({ key }) => key)).size).toBe(1);
});
