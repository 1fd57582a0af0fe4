import { sendFromDashboard } from '@parley/common/contracts/operator/conversations';
import type { FileKind } from '@parley/common/upload-rules';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenSend, openSend } from './open-send.ts';
import { type PeopleProvider, startPeopleProvider } from './people-provider.ts';
import type { TestUpload } from './stand-in-uploads.ts';
import type { TestTenant } from './test-tenant.ts';

const UPLOAD = '/open_api/v1.3/business/message/media/upload/';
const PNG = Buffer.from('\x89PNG of this test', 'latin1');

let provider: PeopleProvider;
let system: OpenSend;
let tenant: TestTenant;
const uploads = new Map<string, TestUpload>();

beforeAll(async () => {
  provider = await startPeopleProvider();
  system = await openSend({ PARLEY_TIKTOK_URL: provider.url });
  tenant = await system.addTenant();
  await system.startUploads(uploads);
});
afterAll(async () => {
  await system[Symbol.asyncDispose]();
  await provider[Symbol.asyncDispose]();
});

let made = 0;
function addUpload(type: FileKind, mime_type: string, size = PNG.length, tenantId = tenant.id): string {
  const id = `upl_${String(++made).padStart(26, '0')}`;
  uploads.set(id, { tenantId, head: { type, mimeType: mime_type, filename: 'price list.png', size }, bytes: PNG });
  return id;
}

const answer = (id: number, given: { message?: string; uploadId: string }, key?: string) =>
  system.bus.call(
    sendFromDashboard,
    { slug: tenant.slug, id, ...given },
    { requestId: 'req_test', ...(key === undefined ? {} : { idempotency: { key, bodyHash: '01' } }) },
  );

const filesOf = (messageId: string) =>
  system.rows<Record<string, unknown>>(
    'SELECT id, type, source_url, upload_id, mime_type, filename FROM attachments WHERE message_id = $1',
    messageId,
  );

test('on wa the platform gets the signed address of the file, with the text as its caption', async () => {
  const id = await tenant.customerWrote('wa', '+491755555501');
  const upload = addUpload('image', 'image/png');
  const { messageId } = await answer(id, { message: 'Look', uploadId: upload });
  const [file] = await filesOf(messageId);
  expect(file).toMatchObject({ type: 'image', source_url: null, upload_id: upload, mime_type: 'image/png' });
  const [sent] = await system.accepted('+491755555501');
  const address = `https://parley.example/media/${String(file?.id)}?expires=`;
  expect(sent?.body).toMatchObject({ image: { link: expect.stringContaining(address), caption: 'Look' } });
  const [event] = (await tenant.events('message.sent')).filter(({ data }) => data.message_id === messageId);
  expect(event?.data).toMatchObject({
    attachments: [{ type: 'image', mime_type: 'image/png', filename: 'price list.png', size: PNG.length }],
  });
});

test('a file alone is sent without a text', async () => {
  const id = await tenant.customerWrote('wa', '+491755555502');
  await answer(id, { uploadId: addUpload('document', 'application/pdf') });
  const [sent] = await system.accepted('+491755555502');
  expect(sent?.body).toMatchObject({ type: 'document', document: { filename: 'price list.png' } });
  expect(sent?.text).toBeNull();
});

test('tt gets the bytes, which Parley reads itself', async () => {
  const account = await system.addAccount({
    tenantId: tenant.id,
    channel: 'tt',
    externalId: '-000m4Wq9h7yT',
    credentials: { access_token: 'act.1' },
  });
  const id = await tenant.customerWrote('tt', '+ZMM/person==', { account, threadId: 'thread' });
  await answer(id, { uploadId: addUpload('image', 'image/png') });
  const [call] = provider.calls(UPLOAD);
  expect(String(call?.body)).toContain(PNG.toString('latin1'));
  expect(String(call?.body)).toContain('price list.png');
});

test('what a channel does not take, or another tenant has, is refused before anything is paid', async () => {
  const id = await tenant.customerWrote('wa', '+491755555503');
  const before = await tenant.balance();
  const other = await system.addTenant();
  for (const [upload, code] of [
    [addUpload('image', 'image/gif'), 'invalid_upload_id'],
    [addUpload('image', 'image/png', 5 * 1024 * 1024 + 1), 'invalid_upload_id'],
    [addUpload('image', 'image/png', 10, other.id), 'unknown_upload'],
    [`upl_${'z'.repeat(26)}`, 'unknown_upload'],
  ] as const)
    await expect(answer(id, { message: 'x', uploadId: upload })).rejects.toMatchObject({ code });
  expect(await tenant.balance()).toEqual(before);
  expect(await system.accepted('+491755555503')).toEqual([]);
});

test('a repeat under one Idempotency-Key is sent and paid once, also when the file is gone by then', async () => {
  const id = await tenant.customerWrote('wa', '+491755555504');
  const before = await tenant.balance();
  const upload = addUpload('image', 'image/png');
  const first = await answer(id, { uploadId: upload }, 'with-a-file');
  uploads.delete(upload);
  expect(await answer(id, { uploadId: upload }, 'with-a-file')).toEqual(first);
  expect(await system.accepted('+491755555504')).toHaveLength(1);
  expect((await tenant.balance()).balance).toBe(before.balance - 1);
});
