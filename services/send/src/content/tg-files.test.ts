import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenSend, openSend } from '../../test/open-send.ts';
import type { TestTenant } from '../../test/test-tenant.ts';

const DOCX = Buffer.alloc(300_000, 'docx of this test ');
const LARGEST = 50 * 1024 * 1024;

let system: OpenSend;
let tenant: TestTenant;
let files: Server;
let filesUrl: string;
const fetched: string[] = [];

beforeAll(async () => {
  files = createServer((request, response) => {
    const path = String(request.url);
    fetched.push(path);
    if (path.startsWith('/gone')) return response.writeHead(404).end();
    // This server, at an address that is not allowed.
    const secret = `http://0.0.0.0:${new URL(filesUrl).port}/secret`;
    if (path === '/to-private.xlsx') return response.writeHead(302, { location: secret }).end();
    response.writeHead(200, { 'content-type': 'application/octet-stream' });
    if (path.startsWith('/largest')) return response.end(Buffer.alloc(LARGEST));
    return response.end(path.startsWith('/too-large') ? Buffer.alloc(LARGEST + 1) : DOCX);
  });
  await new Promise<void>((resolve) => files.listen(0, '127.0.0.1', resolve));
  // safe: listening on TCP
  filesUrl = `http://127.0.0.1:${(files.address() as AddressInfo).port}`;
  system = await openSend({ PARLEY_PROVIDER_TIMEOUT_MS: '20000' });
  tenant = await system.addTenant();
});
afterAll(async () => {
  await system[Symbol.asyncDispose]();
  await new Promise((resolve) => files.close(resolve));
});

const sendFile = (to: string, path: string, mediaType?: string) =>
  tenant.send({
    channel: 'tg',
    to,
    message: 'Look',
    mediaUrl: `${filesUrl}${path}`,
    ...(mediaType ? { mediaType } : {}),
  });

test.each(['docx', 'xlsx', 'csv'])(
  'a .%s document, which Telegram refuses by URL, is uploaded with its name and caption',
  async (extension) => {
    const to = `70${extension.length}${extension.charCodeAt(0)}`;
    await sendFile(to, `/price%20list.${extension}`);
    const [sent] = await system.accepted(to);
    expect(sent).toMatchObject({
      method: 'senddocument',
      text: 'Look',
      body: { chat_id: to, document: { filename: `price list.${extension}`, size: DOCX.length } },
    });
  },
);

test('a PDF is sent by URL, and Parley does not fetch it', async () => {
  await sendFile('7101', '/a.pdf');
  const [sent] = await system.accepted('7101');
  expect(sent?.body).toMatchObject({ document: `${filesUrl}/a.pdf` });
  expect(fetched).not.toContain('/a.pdf');
});

test('a photo of a type that Telegram refuses by URL is sent as an upload', async () => {
  await sendFile('7102', '/photo.tiff', 'image');
  const [sent] = await system.accepted('7102');
  expect(sent).toMatchObject({ method: 'sendphoto', body: { photo: { size: DOCX.length } } });
});

test.each([
  ['image', 'sendphoto', 'photo', 'failed to get HTTP URL content'],
  ['video', 'sendvideo', 'video', 'wrong type of the web page content'],
  ['audio', 'sendaudio', 'audio', 'wrong file identifier/HTTP URL specified'],
  ['document', 'senddocument', 'document', 'file is too big'],
])('a file of type %s whose URL Telegram refuses is sent once, as an upload', async (type, method, field, reason) => {
  const to = `71${type.length}${type.charCodeAt(0)}`;
  await system.fault({ provider: 'tg', mode: 'error', code: 400, description: `Bad Request: ${reason}` });
  await sendFile(to, '/a.pdf', type);
  expect(await system.accepted(to)).toMatchObject([
    { method, body: { [field]: { filename: 'a.pdf', size: DOCX.length } } },
  ]);
});

test('a file of 50 MB is uploaded', async () => {
  await sendFile('7104', '/largest.docx');
  expect(await system.accepted('7104')).toMatchObject([{ body: { document: { size: LARGEST } } }]);
});

test.each([
  ['that is gone', '/gone.docx', /could not be read/],
  ['above 50 MB', '/too-large.docx', /larger than 50 MB/],
  ['that leads into a private network', '/to-private.xlsx', /could not be read/],
])('a file %s is refused, and costs nothing', async (_what, path, message) => {
  const before = await tenant.balance();
  await expect(sendFile('7103', path)).rejects.toMatchObject({
    code: 'telegram_error',
    message: expect.stringMatching(message),
  });
  expect(await system.accepted('7103')).toEqual([]);
  expect(fetched).not.toContain('/secret');
  expect(await tenant.balance()).toEqual(before);
});
