import { sendFromDashboard } from '@parley/common/contracts/operator/conversations';
import type { FileKind } from '@parley/common/files/upload-rules';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenSend, openSend } from '../../test/open-send.ts';
import { type PeopleProvider, startPeopleProvider } from '../../test/people-provider.ts';
import type { TestUpload } from '../../test/stand-in-uploads.ts';
import type { TestTenant } from '../../test/test-tenant.ts';

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

interface AddedUpload {
  size: number;
  tenantId: number;
  filename: string;
  instanceId: string;
}
let made = 0;
function addUpload(
  type: FileKind,
  mime_type: string,
  { size = PNG.length, tenantId = tenant.id, filename = 'price list.png', instanceId }: Partial<AddedUpload> = {},
): string {
  const id = `upl_${String(++made).padStart(26, '0')}`;
  uploads.set(id, {
    tenantId,
    ...(instanceId === undefined ? {} : { instanceId }),
    head: { type, mimeType: mime_type, filename, size },
    bytes: PNG,
  });
  return id;
}

const answer = (id: number, given: { message?: string; uploadId: string; mediaType?: string }, key?: string) =>
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

test('on wa the platform gets the signed URL of the file, with the text as its caption', async () => {
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

test('a file can be sent without a text', async () => {
  const id = await tenant.customerWrote('wa', '+491755555502');
  await answer(id, { uploadId: addUpload('document', 'application/pdf') });
  const [sent] = await system.accepted('+491755555502');
  expect(sent?.body).toMatchObject({ type: 'document', document: { filename: 'price list.png' } });
  expect(sent?.text).toBeNull();
});

test('a recording goes out as a voice note, on tg in ogg as well', async () => {
  for (const [channel, peer] of [
    ['wa', '+491755555513'],
    ['tg', '5550003'],
  ] as const) {
    const id = await tenant.customerWrote(channel, peer);
    const uploadId = addUpload('audio', 'audio/ogg', { filename: 'voice.ogg' });
    const { messageId } = await answer(id, { uploadId, mediaType: 'voice' });
    expect(await filesOf(messageId)).toMatchObject([{ type: 'voice', mime_type: 'audio/ogg' }]);
    if (channel === 'tg') await expect(answer(id, { uploadId })).rejects.toMatchObject({ code: 'invalid_upload_id' });
  }
});

test('on tt the platform gets the bytes, which Parley reads itself', async () => {
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

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

test('on tg a document that Telegram does not accept by URL is uploaded with its name, type and caption', async () => {
  const id = await tenant.customerWrote('tg', '7201');
  const before = await tenant.balance();
  const filename = 'price list.docx';
  const { messageId } = await answer(id, { message: 'Look', uploadId: addUpload('document', DOCX, { filename }) });
  const [sent] = await system.accepted('7201');
  expect(sent).toMatchObject({
    method: 'senddocument',
    text: 'Look',
    body: { chat_id: '7201', document: { filename, mime_type: DOCX, size: PNG.length } },
  });
  const [event] = (await tenant.events('message.sent')).filter(({ data }) => data.message_id === messageId);
  expect(event?.data).toMatchObject({ attachments: [{ type: 'document', filename, mime_type: DOCX }] });
  expect((await tenant.balance()).balance).toBe(before.balance - 1);
});

test('on tg an image is sent by its signed URL, and uploaded if Telegram refuses the URL', async () => {
  const id = await tenant.customerWrote('tg', '7202');
  await answer(id, { uploadId: addUpload('image', 'image/png') });
  await system.fault({
    provider: 'tg',
    mode: 'error',
    code: 400,
    description: 'Bad Request: failed to get HTTP URL content',
  });
  await answer(id, { message: 'again', uploadId: addUpload('image', 'image/png') });
  const bodies = (await system.accepted('7202')).map(({ body }) => body);
  expect(bodies).toMatchObject([
    { photo: expect.stringContaining('https://parley.example/media/') },
    { photo: { filename: 'price list.png', size: PNG.length }, caption: 'again' },
  ]);
});

test('on tg an upload that is deleted before it is sent is refused, and costs nothing', async () => {
  const id = await tenant.customerWrote('tg', '7203');
  const before = await tenant.balance();
  const upload = addUpload('document', DOCX, { filename: 'gone.docx' });
  const found = uploads.get(upload);
  if (!found) throw new Error('The upload was not added.');
  // Read once when the send is checked, and once more when it is sent.
  let looks = 0;
  uploads.set(upload, {
    ...found,
    get tenantId() {
      return ++looks === 1 ? tenant.id : 0;
    },
  });
  await expect(answer(id, { message: 'Look', uploadId: upload })).rejects.toMatchObject({
    code: 'telegram_error',
    message: expect.stringContaining('could not be read'),
  });
  expect(looks).toBe(2);
  expect(await system.accepted('7203')).toEqual([]);
  expect(await tenant.balance()).toEqual(before);
});

test('a file that the channel does not accept, or of another tenant, is refused before any charge', async () => {
  const id = await tenant.customerWrote('wa', '+491755555503');
  const before = await tenant.balance();
  const other = await system.addTenant();
  for (const [upload, code] of [
    [addUpload('image', 'image/gif'), 'invalid_upload_id'],
    [addUpload('image', 'image/png', { size: 5 * 1024 * 1024 + 1 }), 'invalid_upload_id'],
    [addUpload('image', 'image/png', { tenantId: other.id }), 'unknown_upload'],
    [`upl_${'z'.repeat(26)}`, 'unknown_upload'],
  ] as const)
    await expect(answer(id, { message: 'x', uploadId: upload })).rejects.toMatchObject({ code });
  expect(await tenant.balance()).toEqual(before);
  expect(await system.accepted('+491755555503')).toEqual([]);
});

test('a repeat under one Idempotency-Key is sent and charged once, even if the file is deleted by then', async () => {
  const id = await tenant.customerWrote('wa', '+491755555504');
  const before = await tenant.balance();
  const upload = addUpload('image', 'image/png');
  const first = await answer(id, { uploadId: upload }, 'with-a-file');
  uploads.delete(upload);
  expect(await answer(id, { uploadId: upload }, 'with-a-file')).toEqual(first);
  expect(await system.accepted('+491755555504')).toHaveLength(1);
  expect((await tenant.balance()).balance).toBe(before.balance - 1);
});

const KEY_MESSAGE = expect.stringContaining('upload the file again with this key');

test('a key sends a file that it uploaded, and no other one: the error names the field', async () => {
  const { instanceId } = tenant;
  const other = await system.addTenant();
  const own = addUpload('document', 'application/pdf', { instanceId, filename: 'invoice.pdf' });
  await tenant.customerWrote('wa', '+491755555520');
  await tenant.send({ channel: 'wa', to: '+491755555520', uploadId: own });
  const [sent] = await system.accepted('+491755555520');
  expect(sent?.body).toMatchObject({ type: 'document', document: { filename: 'invoice.pdf' } });
  for (const uploadId of [
    addUpload('image', 'image/png', { instanceId: other.instanceId }),
    addUpload('image', 'image/png', { instanceId, tenantId: other.id }),
    addUpload('image', 'image/png'),
    `upl_${'z'.repeat(26)}`,
  ])
    await expect(tenant.send({ channel: 'wa', to: '+491755555520', uploadId })).rejects.toMatchObject({
      code: 'invalid_upload_id',
      message: KEY_MESSAGE,
    });
  expect(await system.accepted('+491755555520')).toHaveLength(1);
});

test('a member sends again what a key uploaded', async () => {
  const id = await tenant.customerWrote('wa', '+491755555521');
  await answer(id, { uploadId: addUpload('image', 'image/png', { instanceId: tenant.instanceId }) });
  expect(await system.accepted('+491755555521')).toHaveLength(1);
});
