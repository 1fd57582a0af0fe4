import { asStream } from '@parley/bus/carriers/stream';
import { openMedia } from '@parley/common/contracts/internal/open-media';
import { listConversationMessages } from '@parley/common/contracts/operator/conversations';
import { dropOldThumbnails, keepThumbnail } from '@parley/files/media/media.store';
import { readImageHeader } from '@parley/files/media/read-image-header.rules';
import { removeMessages } from '@parley/inbox/erasure/erase.store';
import { type Sandbox, startSandbox } from '@parley/sandbox/start-sandbox';
import { makePicture, makePlain, makePngBomb } from '@parley/testing/factories/make-picture';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { APP_SECRET, type OpenInbound, openInbound } from '../../../inbound/test/open-inbound.ts';
import { messagesBody, textMessage } from '../../../inbound/test/wa-bodies.ts';
import { bytesOf } from '../../test/open-files.ts';

// docs/reference/uploads.md#thumbnails
let sandbox: Sandbox;
let inbound: OpenInbound;

beforeAll(async () => {
  sandbox = await startSandbox({ metaAppSecret: APP_SECRET, metaVerifyToken: 'verify-me' });
  inbound = await openInbound({
    providerUrl: sandbox.url,
    variables: { PARLEY_META_GRAPH_VERSION: 'v23.0', PARLEY_EGRESS_ALLOW: '127.0.0.1/32' },
  });
});
afterAll(async () => {
  await inbound.close();
  await sandbox.close();
});
beforeEach(async () => {
  await sandbox.driver.clearFaults();
  await inbound.empty('thumbnails');
});

interface Shown {
  id: string;
  url: string;
}

/** Receives a customer's picture. */
async function receive(bytes: Buffer, mime_type: string): Promise<Shown> {
  const media = await sandbox.driver.storeMedia({ base64: bytes.toString('base64'), mime_type });
  const image = { id: media, mime_type };
  await inbound.receiveMeta(messagesBody('Ann', textMessage('15551234567', '', { type: 'image', image })));
  // safe: the event's data was checked against its contract when it was written
  const [shown] = ((await inbound.events('message.received')).at(-1)?.data.attachments ?? []) as Shown[];
  if (!shown) throw new Error('The last message has no attachment.');
  return shown;
}

/** Receives several JPEGs of a customer. */
async function receiveMany(count: number, bytes: Buffer): Promise<Shown[]> {
  const shown: Shown[] = [];
  while (shown.length < count) shown.push(await receive(bytes, 'image/jpeg'));
  return shown;
}

async function open({ id, url }: Shown, size?: 'thumbnail') {
  const { searchParams } = new URL(url);
  const signed = { expires: searchParams.get('expires') ?? '', signature: searchParams.get('signature') ?? '' };
  const input = { attachmentId: id, ...signed, ...(size ? { size } : {}) };
  const { head, body } = await inbound.bus.stream(asStream(openMedia), input, { requestId: 'req_test' });
  return { head, bytes: await bytesOf(body) };
}

/** Makes the platform lose all files. */
const loseFiles = () =>
  sandbox.driver.failNext({
    provider: 'wa',
    mode: 'status',
    status: 404,
    body: { error: { message: 'gone', code: 100, error_subcode: 33 } },
    times: 100,
    match: { method: 'GET' },
  });
const kept = (shown: Shown) =>
  inbound.rows<{ picture: Buffer | null }>('SELECT picture FROM thumbnails WHERE attachment_id = $1', shown.id);
const photo = makePicture('jpeg', { width: 1200, height: 900 });

test('a customer’s image is shown as a small JPEG that is made once, and the whole file is still available', async () => {
  const shown = await receive(photo, 'image/jpeg');
  const first = await open(shown, 'thumbnail');
  expect(first.head).toMatchObject({ mimeType: 'image/jpeg', filename: null, size: first.bytes.length });
  expect(readImageHeader(first.bytes)).toMatchObject({ type: 'jpeg', width: 384, height: 288 });
  expect((await open(shown)).bytes.equals(photo)).toBe(true);
  const [{ conversation } = { conversation: 0 }] = await inbound.rows<{ conversation: number }>(
    'SELECT max(conversation_id) AS conversation FROM messages',
  );
  const { items } = await inbound.call(listConversationMessages, { slug: 'acme', id: conversation, limit: 1 });
  expect(items[0]?.attachments).toMatchObject([{ id: shown.id, width: 1200, height: 900 }]);
  await loseFiles();
  expect((await open(shown, 'thumbnail')).bytes.equals(first.bytes)).toBe(true);
  await expect(open(shown)).rejects.toMatchObject({ code: 'media_gone' });
  const [row] = await kept(shown);
  expect(row?.picture?.includes(first.bytes.subarray(0, 64))).toBe(false);
});

test('an image that is too expensive to draw has no thumbnail, is not retried, and is still available as a file', async () => {
  const bomb = makePngBomb({ width: 50_000, height: 50_000, rows: 10 });
  const shown = await receive(bomb, 'image/png');
  await expect(open(shown, 'thumbnail')).rejects.toMatchObject({ code: 'no_thumbnail' });
  expect((await open(shown)).bytes.equals(bomb)).toBe(true);
  await loseFiles();
  await expect(open(shown, 'thumbnail')).rejects.toMatchObject({ code: 'no_thumbnail' });
});

test('a small image is shown unchanged, and no thumbnail is stored', async () => {
  const small = makePicture('png', { width: 20, height: 20 });
  const shown = await receive(small, 'image/png');
  const { head, bytes } = await open(shown, 'thumbnail');
  expect([head.mimeType, bytes.equals(small)]).toEqual(['image/png', true]);
  expect(await kept(shown)).toEqual([]);
});

test('answers each of several concurrent requests', async () => {
  const shown = await receiveMany(3, photo);
  const answered = await Promise.all([...shown, ...shown].map((one) => open(one, 'thumbnail')));
  // On a busy machine some get the whole file.
  expect(answered.map(({ head }) => head.mimeType)).toEqual(Array(6).fill('image/jpeg'));
  for (const one of shown) expect((await open(one, 'thumbnail')).bytes.length).toBeLessThan(photo.length);
  expect(await inbound.rows('SELECT 1 FROM thumbnails')).toHaveLength(shown.length);
});

const keep = (id: string, picture: Uint8Array | null) =>
  keepThumbnail(inbound.database.db, inbound.cipher, { tenantId: inbound.tenantId, id }, picture);

test('a thumbnail is deleted with its message, even when it is stored during the erasure', async () => {
  const shown = await receive(photo, 'image/jpeg');
  await open(shown, 'thumbnail');
  const [message] = await inbound.rows<{ id: string }>(
    'SELECT message_id AS id FROM attachments WHERE id = $1',
    shown.id,
  );
  await inbound.empty('thumbnails');
  let keeping: Promise<void> | undefined;
  await inbound.database.db.transaction(async (sql) => {
    await removeMessages(sql, [String(message?.id)]);
    keeping = keep(shown.id, photo);
    // It waits for this transaction, which ends when this returns.
    await inbound.rows('SELECT 1');
  });
  await keeping;
  expect(await kept(shown)).toEqual([]);
  const other = await receive(photo, 'image/jpeg');
  await open(other, 'thumbnail');
  const [second] = await inbound.rows<{ id: string }>(
    'SELECT message_id AS id FROM attachments WHERE id = $1',
    other.id,
  );
  expect(await kept(other)).toHaveLength(1);
  await inbound.database.db.transaction((sql) => removeMessages(sql, [String(second?.id)]));
  expect(await kept(other)).toEqual([]);
});

test('drops the oldest thumbnails over the cap, each after 30 days, and a failure after one day', async () => {
  const dropOld = (cap?: number) => dropOldThumbnails(inbound.database.db, cap);
  const shown = await receiveMany(3, makePlain({ width: 30, height: 30 }));
  for (const [index, { id }] of shown.entries()) {
    await keep(id, photo);
    await inbound.rows(
      `UPDATE thumbnails SET made_at = now() - $2::int * interval '10 days' WHERE attachment_id = $1`,
      id,
      index,
    );
  }
  const left = async () => (await Promise.all(shown.map(kept))).map((rows) => rows.length);
  expect(await dropOld(3)).toBe(false);
  expect(await left()).toEqual([1, 1, 1]);
  await dropOld(2);
  expect(await left()).toEqual([1, 1, 0]);
  const refused = await receive(makePlain({ width: 30, height: 30 }), 'image/jpeg');
  await keep(refused.id, null);
  await dropOld();
  expect(await kept(refused)).toHaveLength(1);
  await inbound.rows(`UPDATE thumbnails SET made_at = now() - interval '25 hours' WHERE picture IS NULL`);
  await dropOld();
  expect(await kept(refused)).toEqual([]);
  await inbound.rows(`UPDATE thumbnails SET made_at = made_at - interval '25 days'`);
  await dropOld(3);
  expect(await left()).toEqual([1, 0, 0]);
});
