import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asStream } from '@parley/bus/carriers/stream';
import { openUpload } from '@parley/common/contracts/internal/open-upload';
import { addUploadPiece, beginUpload, PIECE_BYTES } from '@parley/common/contracts/operator/uploads';
import { openUploadFiles } from '@parley/files/pieces/open-upload-files.client';
import type { FilesService } from '@parley/files/service';
import { addUploadPiece as addPieceVerb } from '@parley/files/uploads/add-upload-piece';
import { beginUpload as beginVerb } from '@parley/files/uploads/begin-upload';
import { sweepUploads } from '@parley/files/uploads/sweep-uploads';
import type { UploadFiles } from '@parley/files/uploads/upload.rules';
import { dropUpload } from '@parley/files/uploads/upload.store';
import { parseEnvironment } from '@parley/runtime/environment';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OpenInbound, openInbound } from '../../../inbound/test/open-inbound.ts';
import { bytesOf, openFiles } from '../../test/open-files.ts';
import { type S3Server, s3Variables, startS3Server } from '../../test/s3-server.ts';

// The same files in an S3-compatible store (docs/reference/uploads.md#storage).
const OWN = { keyId: 'AKIDEXAMPLE', secret: 'wJalrXUtnFEMI/K7MDENG', region: 'eu-central-1', bucket: 'parley-files' };
const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000ffff49444154', 'hex');
const DAY_MS = 24 * 3_600_000;

let server: S3Server;
let variables: Record<string, string>;
let inbound: OpenInbound;

beforeAll(async () => {
  server = await startS3Server(OWN);
  variables = s3Variables(`${server.url}/`, OWN);
  inbound = await openInbound({ variables });
});
afterAll(async () => {
  await inbound.close();
  await server.close();
});

const filesOf = () => openUploadFiles(parseEnvironment(variables), inbound.cipher);
const sweep = (at = new Date()) => sweepUploads(openFiles(inbound, { now: () => at }));
const begin = (size: number) => inbound.call(beginUpload, { slug: 'acme', filename: 'look.png', size });
const add = (id: string, bytes: Buffer, offset: number) =>
  inbound.call(addUploadPiece, {
    slug: 'acme',
    uploadId: id,
    offset,
    data: bytes.subarray(offset, offset + PIECE_BYTES).toString('base64'),
  });
const keysOf = (id: string): string[] => [...server.objects.keys()].filter((key) => key.includes(id));
const pictureOf = (size: number): Buffer => Buffer.concat([PNG, randomBytes(size - PNG.length)]);

test('a file is stored in encrypted pieces, returned byte for byte, and removed by retention', async () => {
  const bytes = pictureOf(PIECE_BYTES + 100);
  const { uploadId: id } = await begin(bytes.length);
  await add(id, bytes, 0);
  expect(await add(id, bytes, PIECE_BYTES)).toMatchObject({ received: bytes.length });
  const place = `/${OWN.bucket}/${inbound.tenantId}/${id}`;
  expect(keysOf(id)).toEqual([`${place}/0`, `${place}/1`]);
  expect(server.objects.get(`${place}/0`)?.includes(bytes.subarray(0, 32))).toBe(false);

  const asked = { tenantId: inbound.tenantId, uploadId: id };
  const { body } = await inbound.bus.stream(asStream(openUpload), asked, { requestId: 'req_test' });
  expect((await bytesOf(body)).equals(bytes)).toBe(true);

  await sweep(new Date(Date.now() + 8 * DAY_MS + 60_000));
  expect(keysOf(id)).toEqual([]);
  expect(await inbound.rows('SELECT 1 FROM uploads WHERE id = $1', id)).toEqual([]);
});

test('a process that dies after a piece was stored and before its row says so leaves nothing that retention does not find', async () => {
  const { uploadId: id } = await begin(200);
  await filesOf().putPiece({ id, tenantId: inbound.tenantId, size: 200 }, 0, randomBytes(200));
  expect(keysOf(id)).toHaveLength(1);
  await sweep(new Date(Date.now() + 9 * DAY_MS));
  expect(keysOf(id)).toEqual([]);
});

test('a piece that the store refuses is not acknowledged, and the upload continues from there', async () => {
  const bytes = pictureOf(300);
  const { uploadId: id } = await begin(bytes.length);
  server.failures.push(503, 503);
  await expect(add(id, bytes, 0)).rejects.toMatchObject({ code: 'service_unavailable' });
  expect(keysOf(id)).toEqual([]);
  expect(await add(id, bytes, 0)).toMatchObject({ received: 300 });
});

test('a removal that the store refuses keeps the row, and is repeated at the next sweep', async () => {
  const bytes = pictureOf(300);
  const { uploadId: id } = await begin(bytes.length);
  await add(id, bytes, 0);
  const later = new Date(Date.now() + 9 * DAY_MS);
  server.failures.push(503, 503);
  await expect(sweep(later)).rejects.toMatchObject({ code: 'service_unavailable' });
  expect(await inbound.rows('SELECT 1 FROM uploads WHERE id = $1', id)).toHaveLength(1);
  await sweep(later);
  expect(keysOf(id)).toEqual([]);
  expect(await inbound.rows('SELECT 1 FROM uploads WHERE id = $1', id)).toEqual([]);
});

describe.each(['a directory', 'an S3-compatible store'])('in %s', (kind) => {
  let directory: string;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'parley-removal-'));
  });
  afterAll(() => rm(directory, { recursive: true }));

  const openStore = () =>
    openUploadFiles(
      parseEnvironment(kind === 'a directory' ? { PARLEY_UPLOAD_DIR: directory } : variables),
      inbound.cipher,
    );
  const leftOf = async (id: string): Promise<string[]> =>
    kind === 'a directory'
      ? (await readdir(directory, { recursive: true })).filter((path) => path.includes(`${id}/`))
      : keysOf(id);

  const serviceWith = (changed: Partial<UploadFiles> = {}) =>
    openFiles(inbound, { uploads: { ...openStore(), ...changed } });
  const beginOne = (service: FilesService) => beginVerb(service, { slug: 'acme', filename: 'look.png', size: 200 });
  const pieceOf = (id: string, bytes: Buffer) => ({
    slug: 'acme',
    uploadId: id,
    offset: 0,
    data: bytes.toString('base64'),
  });

  /** An upload whose only piece is being written while its file is removed and swept. */
  async function removeWhileWriting(putPiece: UploadFiles['putPiece']) {
    const sweepAt = (at: Date) => sweepUploads({ ...serviceWith(), now: () => at });
    const service = serviceWith({
      async putPiece(upload, number, bytes) {
        await dropUpload(inbound.database.db, upload);
        await sweepAt(new Date());
        await putPiece(upload, number, bytes);
      },
    });
    const { uploadId: id } = await beginOne(service);
    const added = await addPieceVerb(service, pieceOf(id, pictureOf(200))).catch((error: unknown) => error);
    return { id, added, sweepSoon: () => sweepAt(new Date(Date.now() + 3 * 60_000)) };
  }

  test('a piece that is stored after its file was removed is removed as well, and the call reports it', async () => {
    const { id, added, sweepSoon } = await removeWhileWriting(openStore().putPiece);
    expect(added).toMatchObject({ code: 'unknown_upload' });
    expect(await leftOf(id)).toEqual([]);
    await sweepSoon();
    expect(await inbound.rows('SELECT 1 FROM uploads WHERE id = $1', id)).toEqual([]);
  });

  test('a piece that cannot be stored because its file was removed fails as an unknown upload', async () => {
    const { added } = await removeWhileWriting(() => Promise.reject(new Error('no such directory')));
    expect(added).toMatchObject({ code: 'unknown_upload' });
  });

  test('the first piece claims the upload: its bytes determine the type, whatever arrives while it is stored', async () => {
    const files = openStore();
    const [picture, document] = [pictureOf(200), Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(191)])];
    const others: unknown[] = [];
    const service = serviceWith({
      async putPiece(upload, number, bytes) {
        if (others.length === 0)
          for (const other of [document, randomBytes(200)])
            others.push(await addPieceVerb(service, pieceOf(upload.id, other)).catch((error: unknown) => error));
        await files.putPiece(upload, number, bytes);
      },
    });
    const { uploadId: id } = await beginOne(service);
    expect(await addPieceVerb(service, pieceOf(id, picture))).toMatchObject({ received: 200, mimeType: 'image/png' });
    expect(others).toMatchObject([{ code: 'invalid_data' }, { code: 'invalid_data' }]);
    expect(await addPieceVerb(service, pieceOf(id, document))).toMatchObject({ received: 200, mimeType: 'image/png' });
    const stored = await bytesOf(files.read({ id, tenantId: inbound.tenantId, size: 200 }));
    expect(stored.equals(picture)).toBe(true);
  });

  test('the same piece is accepted again at once after its process died while storing it', async () => {
    const dying = serviceWith({ putPiece: () => Promise.reject(new Error('killed')) });
    const picture = pictureOf(200);
    const { uploadId: id } = await beginOne(dying);
    await expect(addPieceVerb(dying, pieceOf(id, picture))).rejects.toThrow('killed');
    expect(await addPieceVerb(serviceWith(), pieceOf(id, picture))).toMatchObject({ received: 200 });
  });

  test('and also when the process dies right after that write', async () => {
    const { id, sweepSoon } = await removeWhileWriting(async (...piece) => {
      await openStore().putPiece(...piece);
      throw new Error('killed');
    });
    expect(await leftOf(id)).toHaveLength(1);
    expect(await inbound.rows('SELECT 1 FROM uploads WHERE id = $1', id)).toHaveLength(1);
    await sweepSoon();
    expect(await leftOf(id)).toEqual([]);
    expect(await inbound.rows('SELECT 1 FROM uploads WHERE id = $1', id)).toEqual([]);
  });
});

test.each([['PARLEY_UPLOAD_S3_BUCKET'], ['PARLEY_UPLOAD_S3_KEY_ID'], ['PARLEY_UPLOAD_S3_SECRET']])(
  'without %s the service does not start, and names the missing variable',
  (name) => {
    expect(() => openUploadFiles(parseEnvironment({ ...variables, [name]: '' }), inbound.cipher)).toThrow(name);
  },
);
