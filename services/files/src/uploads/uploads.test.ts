import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asStream } from '@parley/bus/carriers/stream';
import { eraseTenantData } from '@parley/common/contracts/internal/erase-data';
import { openMedia } from '@parley/common/contracts/internal/open-media';
import { openUpload } from '@parley/common/contracts/internal/open-upload';
import { listConversationMessages } from '@parley/common/contracts/operator/conversations';
import { addUploadPiece, beginUpload, PIECE_BYTES } from '@parley/common/contracts/operator/uploads';
import { openUploadFiles } from '@parley/files/pieces/open-upload-files.client';
import { sweepUploads } from '@parley/files/uploads/sweep-uploads';
import { readFileType } from '@parley/files/uploads/upload.steps';
import { removeMessages } from '@parley/inbox/erasure/erase.store';
import { makeMediaAddress } from '@parley/messaging/messages/media-address';
import { parseEnvironment } from '@parley/runtime/environment';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type OpenInbound, openForTest, openInbound, type Replica } from '../../../inbound/test/open-inbound.ts';
import { messagesBody, textMessage } from '../../../inbound/test/wa-bodies.ts';
import { bytesOf, filesIn, openFiles } from '../../test/open-files.ts';

/** The beginning of a picture, up to its first row of pixels. */
const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000ffff49444154', 'hex');
const DAY_MS = 24 * 3_600_000;
const context = { requestId: 'req_test' };

let directory: string;
let inbound: OpenInbound;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'parley-uploads-'));
  inbound = await openInbound({
    variables: { PARLEY_UPLOAD_DIR: directory, PARLEY_UPLOAD_MAX_MB: '2', PARLEY_UPLOAD_TENANT_MB: '5' },
  });
});
afterAll(async () => {
  await inbound.close();
  await rm(directory, { recursive: true });
});
beforeEach(() => inbound.empty('attachments', 'uploads'));

const pictureOf = (size: number): Buffer => Buffer.concat([PNG, randomBytes(size - PNG.length)]);
const pieceOf = (bytes: Buffer, offset: number): string =>
  bytes.subarray(offset, offset + PIECE_BYTES).toString('base64');

const begin = (size: number, filename = 'look.png', replica: Replica = inbound) =>
  replica.call(beginUpload, { slug: 'acme', filename, size });

const add = (id: string, bytes: Buffer, offset: number, replica: Replica = inbound) =>
  replica.call(addUploadPiece, { slug: 'acme', uploadId: id, offset, data: pieceOf(bytes, offset) });

async function upload(bytes: Buffer, filename?: string): Promise<string> {
  const { uploadId: id } = await begin(bytes.length, filename);
  for (let offset = 0; offset < bytes.length; offset += PIECE_BYTES) await add(id, bytes, offset);
  return id;
}

const open = (id: string, tenantId = inbound.tenantId, replica: Replica = inbound) =>
  replica.bus.stream(asStream(openUpload), { tenantId, uploadId: id }, context);

const filesOf = (): Promise<string[]> => filesIn(directory);

/** A time at which every current write has ended. */
const soon = () => new Date(Date.now() + 3 * 60_000);
/** A sweep of the background worker, at another time. */
const sweep = (at = soon()) => sweepUploads(openFiles(inbound, { now: () => at }));

/** A message with this file, as services/send stores it. */
async function addMessageWith(id: string): Promise<{ messageId: string; attachmentId: string }> {
  const [message] = await inbound.rows<{ id: string }>(
    `INSERT INTO messages (tenant_id, conversation_id, channel_account_id, channel, direction, origin, status, peer, text, happened_at)
     SELECT $1, 1, a.id, 'wa', 'out', 'dashboard', 'sent', '+1', '', now() FROM channel_accounts a
      WHERE a.tenant_id = $1 AND a.channel = 'wa' RETURNING id`,
    inbound.tenantId,
  );
  const messageId = String(message?.id);
  const attachmentId = `att_${messageId}`;
  await inbound.rows(
    `INSERT INTO attachments (id, tenant_id, message_id, channel_account_id, type, upload_id, mime_type, filename)
     SELECT $2, m.tenant_id, m.id, m.channel_account_id, 'image', $3, 'image/png', 'look.png' FROM messages m WHERE m.id = $1`,
    messageId,
    attachmentId,
    id,
  );
  return { messageId, attachmentId };
}

const openAttachment = (id: string) => {
  const url = new URL(makeMediaAddress('https://parley.example', inbound.cipher).of(id, new Date()));
  const signed = { expires: url.searchParams.get('expires') ?? '', signature: url.searchParams.get('signature') ?? '' };
  return inbound.bus.stream(asStream(openMedia), { attachmentId: id, ...signed }, context);
};

test('of six first pieces at once, each of another type, the first claims the upload: its type is that of the stored bytes', async () => {
  const others = ['GIF89a', '%PDF-1.7\n', '\xff\xd8\xff\xe0', 'RIFF0000WEBPVP8 ', '\0\0\0\x18ftypisom'];
  const firstBytes = [PNG, ...others.map((bytes) => Buffer.from(bytes, 'latin1'))];
  for (let round = 0; round < 5; round++) {
    const { uploadId: id } = await begin(200);
    const pieces = firstBytes.map((bytes) => Buffer.concat([bytes, randomBytes(200 - bytes.length)]));
    const answers = await Promise.allSettled(pieces.map((bytes) => add(id, bytes, 0)));
    const stored = await readFileType(await bytesOf((await open(id)).body));
    const types = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value.mimeType : []));
    expect(new Set(types)).toEqual(new Set([stored]));
    const codes = answers.flatMap((answer) => (answer.status === 'rejected' ? answer.reason.code : []));
    expect(codes.filter((code) => code !== 'invalid_data')).toEqual([]);
  }
});

test('a file is returned byte for byte, with the type of its content, whichever replicas received its pieces', async () => {
  const other = await inbound.startReplica();
  const bytes = pictureOf(PIECE_BYTES * 2 + 100);
  const begun = await begin(bytes.length, 'invoice.pdf');
  expect(begun).toMatchObject({ filename: 'invoice.pdf', received: 0, type: null, pieceBytes: PIECE_BYTES });
  await add(begun.uploadId, bytes, 0);
  await add(begun.uploadId, bytes, PIECE_BYTES, other);
  const view = await add(begun.uploadId, bytes, PIECE_BYTES * 2);
  expect(view).toMatchObject({ received: bytes.length, type: 'image', mimeType: 'image/png' });
  const { head, body } = await open(begun.uploadId, inbound.tenantId, other);
  expect(head).toEqual({ type: 'image', mimeType: 'image/png', filename: 'invoice.pdf', size: bytes.length });
  expect((await bytesOf(body)).equals(bytes)).toBe(true);
});

test('the provider gets the file from the signed address of the message', async () => {
  const bytes = pictureOf(PIECE_BYTES + 1);
  const { attachmentId } = await addMessageWith(await upload(bytes));
  const { head, body } = await openAttachment(attachmentId);
  expect(head).toMatchObject({ mimeType: 'image/png', filename: 'look.png', size: bytes.length });
  expect((await bytesOf(body)).equals(bytes)).toBe(true);
});

test('an interrupted upload continues where it stopped; a repeated or early piece changes nothing', async () => {
  const bytes = pictureOf(PIECE_BYTES + 50);
  const { uploadId: id } = await begin(bytes.length);
  expect(await add(id, bytes, PIECE_BYTES)).toMatchObject({ received: 0 });
  await expect(open(id)).rejects.toMatchObject({ code: 'unknown_upload' });
  await add(id, bytes, 0);
  expect(await add(id, randomBytes(bytes.length), 0)).toMatchObject({ received: PIECE_BYTES });
  await expect(open(id)).rejects.toMatchObject({ code: 'unknown_upload' });
  await Promise.all([add(id, bytes, PIECE_BYTES), add(id, bytes, PIECE_BYTES)]);
  expect((await bytesOf((await open(id)).body)).equals(bytes)).toBe(true);
});

test.for([
  ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
  ['HTML', '<!doctype html><script>alert(1)</script>'],
  ['XML', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'],
  ['a script', '#!/bin/sh\nrm -rf /'],
  ['a program', `MZ${'\0'.repeat(100)}`],
  ['a cut-off picture header', '\x89PNG'],
] as const)('%s is refused whatever its name is, and leaves nothing', async ([, content]) => {
  const bytes = Buffer.from(content, 'latin1');
  const { uploadId: id } = await begin(bytes.length, 'holiday.png');
  await expect(add(id, bytes, 0)).rejects.toMatchObject({ code: 'invalid_data' });
  await expect(add(id, pictureOf(bytes.length + 100), 0)).rejects.toMatchObject({ code: 'unknown_upload' });
  await sweep();
  expect(await inbound.rows('SELECT 1 FROM uploads WHERE id = $1', id)).toEqual([]);
  expect((await filesOf()).filter((path) => path.includes(id))).toEqual([]);
});

test('a name cannot contain a path or text direction characters', async () => {
  const begun = await begin(100, '../..\\evil\u202egnp.exe');
  expect(begun.filename).toBe('....evilgnp.exe');
  expect((await begin(100, '\u202e//')).filename).toBe('file');
});

test('refuses a piece of a wrong length, a file that is too large, and uploads over the tenant’s limit', async () => {
  const { uploadId: id } = await begin(PIECE_BYTES * 2);
  await expect(add(id, pictureOf(PIECE_BYTES - 1), 0)).rejects.toMatchObject({ code: 'invalid_data' });
  await expect(begin(2 * 1024 * 1024 + 1)).rejects.toMatchObject({ code: 'invalid_size' });
  const begun = await Promise.allSettled([1, 2, 3, 4, 5].map(() => begin(2 * 1024 * 1024)));
  expect(begun.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  expect(begun).toContainEqual(
    expect.objectContaining({ reason: expect.objectContaining({ code: 'upload_limit_reached' }) }),
  );
});

test('another tenant neither continues nor opens a file', async () => {
  const other = await inbound.addTenant('rival');
  const id = await upload(pictureOf(100));
  const piece = { slug: 'rival', uploadId: id, offset: 0, data: pieceOf(pictureOf(100), 0) };
  await expect(inbound.call(addUploadPiece, piece)).rejects.toMatchObject({ code: 'unknown_upload' });
  await expect(open(id, other)).rejects.toMatchObject({ code: 'unknown_upload' });
});

test('files in the directory are encrypted, and a changed piece is not served', async () => {
  const bytes = pictureOf(2000);
  const id = await upload(bytes);
  const [path = ''] = (await filesOf()).filter((found) => found.includes(id));
  const stored = await readFile(path);
  expect(stored.includes(bytes.subarray(0, 32))).toBe(false);
  stored[stored.length - 1] = (stored.at(-1) ?? 0) ^ 1;
  await writeFile(path, stored);
  const { body } = await open(id);
  await expect(bytesOf(body)).rejects.toMatchObject({ code: 'service_unavailable' });
});

test('a file that is never sent is removed after 8 days, and cannot be sent after 7', async () => {
  const own = await openForTest({ variables: { PARLEY_UPLOAD_DIR: directory } });
  const { uploadId: late } = await own.call(beginUpload, { slug: 'acme', filename: 'a.png', size: 100 });
  await own.call(addUploadPiece, { slug: 'acme', uploadId: late, offset: 0, data: pieceOf(pictureOf(100), 0) });
  own.setNow(new Date(Date.now() + 7 * DAY_MS + 1000));
  await expect(open(late, own.tenantId, own)).rejects.toMatchObject({ code: 'unknown_upload' });

  const unsent = await upload(pictureOf(100));
  const { uploadId: unfinished } = await begin(PIECE_BYTES + 1);
  await add(unfinished, pictureOf(PIECE_BYTES + 1), 0);
  const sent = await upload(pictureOf(100));
  const { attachmentId } = await addMessageWith(sent);
  await sweep(new Date(Date.now() + 8 * DAY_MS - 60_000));
  expect((await filesOf()).filter((path) => path.includes(unsent))).toHaveLength(1);
  expect(await sweep(new Date(Date.now() + 8 * DAY_MS + 60_000))).toBe(true);
  expect(await sweep(new Date(Date.now() + 8 * DAY_MS + 60_000))).toBe(false);
  const left = await filesOf();
  expect(left.filter((path) => path.includes(unsent) || path.includes(unfinished))).toEqual([]);
  expect((await bytesOf((await openAttachment(attachmentId)).body)).length).toBe(100);
});

test('the file of a scheduled message can be opened when the message leaves, months after the upload', async () => {
  const id = await upload(pictureOf(100));
  const { messageId } = await addMessageWith(id);
  await inbound.rows(`UPDATE uploads SET created_at = now() - interval '80 days' WHERE id = $1`, id);
  await sweep();
  await expect(open(id)).rejects.toMatchObject({ code: 'unknown_upload' });
  await inbound.rows(`UPDATE messages SET status = 'sending' WHERE id = $1`, messageId);
  expect((await bytesOf((await open(id)).body)).length).toBe(100);
});

test('the bytes are deleted with the last message that has them', async () => {
  const id = await upload(pictureOf(100));
  const first = await addMessageWith(id);
  const second = await addMessageWith(id);
  const erase = (messageId: string) => inbound.database.db.transaction((sql) => removeMessages(sql, [messageId]));
  await erase(first.messageId);
  await sweep();
  expect((await bytesOf((await openAttachment(second.attachmentId)).body)).length).toBe(100);
  await erase(second.messageId);
  await expect(open(id)).rejects.toMatchObject({ code: 'unknown_upload' });
  await sweep();
  expect((await filesOf()).filter((path) => path.includes(id))).toEqual([]);
  expect(await inbound.rows('SELECT 1 FROM uploads WHERE id = $1', id)).toEqual([]);
});

test('the erasure of a tenant is not complete before the bytes of its files are deleted', async () => {
  const tenantId = await inbound.addTenant('leaving');
  const bytes = pictureOf(100);
  const { uploadId: id } = await inbound.call(beginUpload, { slug: 'leaving', filename: 'a.png', size: 100 });
  const piece = { slug: 'leaving', uploadId: id, offset: 0, data: pieceOf(bytes, 0) };
  await inbound.call(addUploadPiece, piece);
  const asked = { tenantId, requestedAt: new Date().toISOString(), cursor: null };
  const erase = () => inbound.call(eraseTenantData.files, asked);
  expect((await erase()).erased).toMatchObject({ uploads: 1 });
  await expect(open(id, tenantId)).rejects.toMatchObject({ code: 'unknown_upload' });
  expect(await erase()).toMatchObject({ cursor: null, waiting: 1 });
  await sweep();
  expect(await erase()).toMatchObject({ cursor: null, waiting: 0 });
  expect((await filesOf()).filter((path) => path.includes(id))).toEqual([]);
});

test('a process that dies after a piece was stored and before its row says so leaves nothing behind', async () => {
  const files = openUploadFiles(parseEnvironment({ PARLEY_UPLOAD_DIR: directory }), inbound.cipher);
  const bytes = pictureOf(200);
  const { uploadId: id } = await begin(bytes.length);
  await files.putPiece({ id, tenantId: inbound.tenantId, size: bytes.length }, 0, randomBytes(200));
  await writeFile(join(directory, String(inbound.tenantId), id, '0.half-written'), 'x');
  expect(await add(id, bytes, 0)).toMatchObject({ received: 200 });
  expect((await bytesOf((await open(id)).body)).equals(bytes)).toBe(true);
  await sweep(new Date(Date.now() + 9 * DAY_MS));
  expect((await filesOf()).filter((path) => path.includes(id))).toEqual([]);
});

test('only a failed message names its file, while it can be sent again', async () => {
  const messagesOf = async () =>
    (await inbound.call(listConversationMessages, { slug: 'acme', id: conversationId, limit: 100 })).items;
  const id = await upload(pictureOf(200));
  await inbound.receiveMeta(messagesBody('Ann', textMessage('15551230000', 'The list please')));
  const [conversation] = await inbound.rows<{ id: number }>('SELECT max(id) AS id FROM conversations');
  const conversationId = conversation?.id ?? 0;
  const { messageId } = await addMessageWith(id);
  await inbound.rows('UPDATE messages SET conversation_id = $2 WHERE id = $1', messageId, conversationId);
  const named = async () => (await messagesOf()).find((message) => message.messageId === messageId)?.uploadId;
  expect(await named()).toBeNull();
  await inbound.rows(`UPDATE messages SET status = 'failed' WHERE id = $1`, messageId);
  expect(await named()).toBe(id);
  await inbound.rows(`UPDATE uploads SET created_at = now() - interval '7 days 1 hour' WHERE id = $1`, id);
  expect(await named()).toBeNull();
});
