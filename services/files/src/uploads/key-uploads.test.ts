import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asStream } from '@parley/bus/carriers/stream';
import {
  addKeyUploadPiece,
  beginKeyUpload,
  dropKeyUpload,
  finishKeyUpload,
} from '@parley/common/contracts/internal/key-uploads';
import { openUpload } from '@parley/common/contracts/internal/open-upload';
import { addUploadPiece, beginUpload, PIECE_BYTES } from '@parley/common/contracts/operator/uploads';
import { sweepUploads } from '@parley/files/uploads/sweep-uploads';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type OpenInbound, openInbound } from '../../../inbound/test/open-inbound.ts';
import { bytesOf, filesIn, openFiles } from '../../test/open-files.ts';

const PDF = Buffer.from('%PDF-1.7\n%of this test\n');
const MB = 1024 * 1024;
const HOUR_MS = 3_600_000;
const KEY = 'ins_first00000';
const OTHER_KEY = 'ins_second0000';

let directory: string;
let inbound: OpenInbound;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'parley-key-uploads-'));
  inbound = await openInbound({
    variables: { PARLEY_UPLOAD_DIR: directory, PARLEY_UPLOAD_MAX_MB: '2', PARLEY_UPLOAD_TENANT_MB: '20' },
  });
});
afterAll(async () => {
  await inbound.close();
  await rm(directory, { recursive: true });
});
beforeEach(async () => {
  inbound.setNow(null);
  await inbound.empty('attachments', 'uploads');
});

interface Asking {
  instanceId?: string;
  idempotencyKey?: string;
  tenantId?: number;
}
const contextOf = ({ instanceId = KEY, idempotencyKey, tenantId = inbound.tenantId }: Asking = {}) => ({
  requestId: 'req_test',
  caller: { tenantId, tenantSlug: 'acme', instanceId, channels: [] },
  ...(idempotencyKey === undefined ? {} : { idempotency: { key: idempotencyKey, bodyHash: '01' } }),
});

const fileOf = (size: number): Buffer => Buffer.concat([PDF, randomBytes(size - PDF.length)]);
const begin = (asking?: Asking, sizes: { atLeast?: number; atMost?: number | null } = {}) =>
  inbound.bus.call(beginKeyUpload, { atLeast: 0, atMost: null, ...sizes }, contextOf(asking));
const add = (uploadId: string, offset: number, bytes: Buffer, asking?: Asking) =>
  inbound.bus.call(
    addKeyUploadPiece,
    { uploadId, offset, data: bytes.toString('base64'), field: 'body' },
    contextOf(asking),
  );
const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const finish = (uploadId: string | null, bytes: Buffer, asking?: Asking, name: string | null = 'invoice.pdf') =>
  inbound.bus.callWithMeta(
    finishKeyUpload,
    { uploadId, size: bytes.length, digest: sha256(bytes), name },
    contextOf(asking),
  );

async function store(bytes: Buffer, asking?: Asking): Promise<string> {
  const { uploadId } = await begin(asking);
  if (uploadId === null) throw new Error('The key has a file already.');
  for (let offset = 0; offset < bytes.length; offset += PIECE_BYTES)
    await add(uploadId, offset, bytes.subarray(offset, offset + PIECE_BYTES), asking);
  return uploadId;
}
async function upload(bytes: Buffer, asking?: Asking, name?: string | null) {
  const uploadId = await store(bytes, asking);
  return (await finish(uploadId, bytes, asking, name)).output;
}
const open = (uploadId: string, ownedBy?: string, tenantId = inbound.tenantId) =>
  inbound.bus.stream(
    asStream(openUpload),
    { tenantId, uploadId, ...(ownedBy === undefined ? {} : { ownedBy }) },
    { requestId: 'req_test' },
  );
const rowsOf = () =>
  inbound.rows<{ id: string; size: number; state: string }>('SELECT id, size, state FROM uploads ORDER BY created_at');
const sweep = (afterMs = 0) =>
  sweepUploads(
    openFiles(inbound, { variables: { PARLEY_UPLOAD_DIR: directory }, now: () => new Date(Date.now() + afterMs) }),
  );
const filesOf = (id: string) => filesIn(directory).then((paths) => paths.filter((path) => path.includes(id)));

test('a file of unknown size is stored whole, and has its size, type and end once it is complete', async () => {
  const bytes = fileOf(PIECE_BYTES * 2 + 100);
  const id = await store(bytes);
  expect(await rowsOf()).toMatchObject([{ size: 2 * MB }]);
  await expect(open(id)).rejects.toMatchObject({ code: 'unknown_upload' });
  const { output } = await finish(id, bytes);
  expect(output).toMatchObject({
    uploadId: id,
    name: 'invoice.pdf',
    type: 'document',
    mimeType: 'application/pdf',
    size: bytes.length,
  });
  const days = (new Date(output.expiresAt).getTime() - Date.now()) / (24 * HOUR_MS);
  expect(days).toBeGreaterThan(6.9);
  expect(days).toBeLessThanOrEqual(7);
  expect(await rowsOf()).toMatchObject([{ size: bytes.length }]);
  const { head, body } = await open(id, KEY);
  expect(head).toMatchObject({ filename: 'invoice.pdf', size: bytes.length, mimeType: 'application/pdf' });
  expect((await bytesOf(body)).equals(bytes)).toBe(true);
});

test('a file is opened only by the key that uploaded it, not by another key or tenant, and a key opens no file of a member', async () => {
  const { uploadId } = await upload(PDF);
  const rival = await inbound.addTenant(`rival-${randomBytes(4).toString('hex')}`);
  await expect(open(uploadId, OTHER_KEY)).rejects.toMatchObject({ code: 'unknown_upload' });
  await expect(open(uploadId, KEY, rival)).rejects.toMatchObject({ code: 'unknown_upload' });
  const members = await inbound.call(beginUpload, { slug: 'acme', filename: 'a.pdf', size: PDF.length });
  const piece = { slug: 'acme', uploadId: members.uploadId, offset: 0, data: PDF.toString('base64') };
  await inbound.call(addUploadPiece, piece);
  await expect(open(members.uploadId, KEY)).rejects.toMatchObject({ code: 'unknown_upload' });
});

test('no one else adds to a file, completes it or drops it', async () => {
  const id = await store(PDF);
  const other = { instanceId: OTHER_KEY };
  await expect(add(id, PDF.length, PDF, other)).rejects.toMatchObject({ code: 'unknown_upload' });
  await expect(finish(id, PDF, other)).rejects.toMatchObject({ code: 'unknown_upload' });
  await inbound.bus.call(dropKeyUpload, { uploadId: id }, contextOf(other));
  const piece = { slug: 'acme', uploadId: id, offset: PDF.length, data: PDF.toString('base64') };
  await expect(inbound.call(addUploadPiece, piece)).rejects.toMatchObject({ code: 'unknown_upload' });
  expect((await finish(id, PDF)).output.size).toBe(PDF.length);
});

test('after a short piece nothing follows, and a complete file takes nothing', async () => {
  const id = await store(PDF);
  await expect(add(id, PDF.length, PDF)).rejects.toMatchObject({ code: 'unknown_upload' });
  await finish(id, PDF);
  await expect(add(id, 0, PDF)).rejects.toMatchObject({ code: 'unknown_upload' });
  await inbound.bus.call(dropKeyUpload, { uploadId: id }, contextOf());
  expect((await bytesOf((await open(id)).body)).equals(PDF)).toBe(true);
});

test.each([
  ['a path', '../..\\evil.pdf', '....evil.pdf'],
  ['no visible character', '\u202e/', 'file.pdf'],
  ['nothing', null, 'file.pdf'],
] as const)('a name of %s becomes one with the right ending', async (_, given, name) => {
  expect((await upload(PDF, {}, given)).name).toBe(name);
});

test('a type that is not accepted is refused at its field, and leaves neither row nor bytes', async () => {
  const { uploadId } = await begin();
  const id = uploadId ?? '';
  const html = Buffer.from('<!doctype html><script>alert(1)</script>');
  await expect(add(id, 0, html)).rejects.toMatchObject({ code: 'invalid_body' });
  await inbound.bus.call(dropKeyUpload, { uploadId: id }, contextOf());
  expect(await rowsOf()).toEqual([]);
});

test('a dropped file leaves neither row nor bytes', async () => {
  const id = await store(fileOf(PIECE_BYTES + 1));
  expect(await filesOf(id)).toHaveLength(2);
  await inbound.bus.call(dropKeyUpload, { uploadId: id }, contextOf());
  expect(await rowsOf()).toEqual([]);
  expect(await filesOf(id)).toEqual([]);
});

test('an upload whose gateway died is removed minutes later, whatever it had', async () => {
  const { uploadId: begun } = await begin();
  const whole = await store(fileOf(2 * MB));
  const complete = (await upload(PDF)).uploadId;
  await sweep(120_000);
  expect(await rowsOf()).toHaveLength(3);
  await sweep(240_000);
  await sweep(600_000);
  expect((await rowsOf()).map(({ id }) => id)).toEqual([complete]);
  expect([...(await filesOf(begun ?? '')), ...(await filesOf(whole))]).toEqual([]);
});

test('a complete file that no message has is removed after 8 days', async () => {
  const { uploadId } = await upload(PDF);
  await sweep(8 * 24 * HOUR_MS - 60_000);
  expect(await rowsOf()).toHaveLength(1);
  await sweep(8 * 24 * HOUR_MS + 60_000);
  expect(await filesOf(uploadId)).toEqual([]);
});

test('a file that is too large is refused when that is known, and space is reserved for one whose size is not', async () => {
  await expect(begin({}, { atLeast: 2 * MB + 1, atMost: 3 * MB })).rejects.toMatchObject({ code: 'payload_too_large' });
  expect(await begin({}, { atLeast: 100, atMost: 3 * MB })).toMatchObject({ maxBytes: 2 * MB });
  expect(await begin({}, { atLeast: 100, atMost: 100 })).toMatchObject({ maxBytes: 100 });
  const { uploadId } = await begin({ instanceId: OTHER_KEY }, { atLeast: 10, atMost: PDF.length - 1 });
  await expect(add(uploadId ?? '', 0, PDF, { instanceId: OTHER_KEY })).rejects.toMatchObject({
    code: 'unknown_upload',
  });
});

test('a key has eight unfinished uploads at once, and the tenant its quota', async () => {
  const small = { atLeast: 1, atMost: 1 };
  const begun = await Promise.allSettled(Array.from({ length: 12 }, () => begin({}, small)));
  expect(begun.filter(({ status }) => status === 'fulfilled')).toHaveLength(8);
  expect(begun).toContainEqual(expect.objectContaining({ reason: expect.objectContaining({ code: 'rate_limited' }) }));
  inbound.setNow(new Date(Date.now() + 180_001));
  expect((await begin({}, small)).uploadId).not.toBeNull();
  for (let at = 0; at < 9; at++) await begin({ instanceId: `ins_key00000${at}0` });
  await expect(begin({ instanceId: OTHER_KEY })).rejects.toMatchObject({ code: 'upload_limit_reached' });
});

test('a repeat after a lost answer gets the same file, stores nothing, and needs no space', async () => {
  const asking = { idempotencyKey: 'order-1' };
  const first = await upload(PDF, asking);
  await inbound.rows(`UPDATE uploads SET size = 20 * 1024 * 1024 WHERE id = $1`, first.uploadId);
  expect((await begin(asking)).uploadId).toBeNull();
  await inbound.rows(`UPDATE uploads SET size = $2 WHERE id = $1`, first.uploadId, PDF.length);
  const again = await finish(null, PDF, asking, 'another name.pdf');
  expect(again).toMatchObject({ output: first, meta: { replayed: true } });
  await expect(finish(null, fileOf(100), asking)).rejects.toMatchObject({ code: 'idempotency_mismatch' });
  expect(await rowsOf()).toHaveLength(1);
});

test('of uploads at once under one Idempotency-Key one stays, and all get its answer', async () => {
  const asking = { idempotencyKey: 'order-2' };
  const ids = await Promise.all([1, 2, 3, 4].map(() => store(PDF, asking)));
  const answers = await Promise.all(ids.map((id) => finish(id, PDF, asking)));
  expect(new Set(answers.map(({ output }) => output.uploadId)).size).toBe(1);
  expect((await rowsOf()).map(({ id }) => id)).toEqual([answers[0]?.output.uploadId]);
});

test('an Idempotency-Key is of one key, and free again after a day, or once its file is removed', async () => {
  const asking = { idempotencyKey: 'order-3' };
  const first = await upload(PDF, asking);
  const ofOther = await upload(PDF, { ...asking, instanceId: OTHER_KEY });
  expect(ofOther.uploadId).not.toBe(first.uploadId);
  inbound.setNow(new Date(Date.now() + 24 * HOUR_MS + 1000));
  const next = await upload(fileOf(200), asking);
  expect(next.uploadId).not.toBe(first.uploadId);
  await inbound.rows(`UPDATE uploads SET state = 'removing' WHERE id = $1`, next.uploadId);
  expect((await upload(PDF, asking)).uploadId).not.toBe(next.uploadId);
});
