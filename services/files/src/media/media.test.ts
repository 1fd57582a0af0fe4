import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { asStream } from '@parley/bus/carriers/stream';
import { openMedia } from '@parley/common/contracts/internal/open-media';
import { sealCredentials } from '@parley/messaging/accounts/credentials';
import { type Sandbox, startSandbox } from '@parley/sandbox/start-sandbox';
import { pollUntil } from '@parley/testing/poll-until';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { APP_SECRET, type OpenInbound, openInbound } from '../../../inbound/test/open-inbound.ts';
import { NUMBER } from '../../../inbound/test/seed-database.ts';
import { messagesBody, textMessage, textUpdate } from '../../../inbound/test/wa-bodies.ts';
import { bytesOf } from '../../test/open-files.ts';

const STREAM = asStream(openMedia);
const context = { requestId: 'req_test' };
const textOf = async (body: AsyncIterable<Uint8Array>): Promise<string> => (await bytesOf(body)).toString();

let sandbox: Sandbox;
let web: Server;
let webUrl: string;
let openConnections = 0;
let inbound: OpenInbound;

beforeAll(async () => {
  sandbox = await startSandbox({ metaAppSecret: APP_SECRET, metaVerifyToken: 'verify-me' });
  web = createServer((request, response) => {
    if (request.url === '/gone') return response.writeHead(404).end();
    if (request.url === '/endless')
      return response.writeHead(200, { 'content-type': 'video/mp4' }).write('x'.repeat(100));
    if (request.url === '/huge')
      return response.writeHead(200, { 'content-length': String(101 * 1024 * 1024) }).write('x');
    return response.writeHead(200, { 'content-type': 'text/plain' }).end('from the web');
  });
  web.on('connection', (socket) => {
    openConnections++;
    socket.on('close', () => openConnections--);
  });
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
  // safe: listening on TCP
  webUrl = `http://127.0.0.1:${(web.address() as AddressInfo).port}`;
  inbound = await openInbound({
    providerUrl: sandbox.url,
    variables: { PARLEY_META_GRAPH_VERSION: 'v23.0', PARLEY_EGRESS_ALLOW: '127.0.0.1/32' },
  });
});
afterAll(async () => {
  await inbound.close();
  await sandbox.close();
  web.closeAllConnections();
  await new Promise((resolve) => web.close(resolve));
});

/** The parts of a signed address, as the gateway forwards them. */
function partsOf(url: unknown) {
  const address = new URL(String(url));
  return {
    attachmentId: address.pathname.replace('/media/', ''),
    expires: address.searchParams.get('expires') ?? '',
    signature: address.searchParams.get('signature') ?? '',
  };
}

interface Shown {
  id: string;
  url: string | null;
  size: number | null;
}

async function lastAttachment(): Promise<Shown> {
  const shown = (await inbound.events('message.received')).at(-1)?.data.attachments ?? [];
  // safe: the event's data was checked against its contract when it was written
  const [attachment] = shown as Shown[];
  if (!attachment) throw new Error('The last message has no attachment.');
  return attachment;
}

async function receiveWaFile(text: string, mimeType = 'text/plain'): Promise<{ media: string; shown: Shown }> {
  const base64 = Buffer.from(text).toString('base64');
  const media = await sandbox.driver.storeMedia({ base64, mime_type: mimeType, filename: 'note.txt' });
  const document = { id: media, mime_type: mimeType, filename: 'note.txt' };
  await inbound.receiveMeta(messagesBody('Ann', textMessage('15551234567', '', { type: 'document', document })));
  return { media, shown: await lastAttachment() };
}

const open = (url: unknown) => inbound.bus.stream(STREAM, partsOf(url), context);

test('a wa file is streamed from its signed address, with type, name and size', async () => {
  const { shown } = await receiveWaFile('the bytes of the file');
  expect(shown.url).toMatch(/^https:\/\/parley\.example\/media\/att_\w+\?expires=\d+&signature=[\w-]+$/);
  const { head, body } = await open(shown.url);
  expect(head).toEqual({ mimeType: 'text/plain', filename: 'note.txt', size: 21, tenantId: expect.any(Number) });
  expect(await textOf(body)).toBe('the bytes of the file');
});

test('a large file arrives whole', async () => {
  const text = 'parley '.repeat(300_000);
  const { shown } = await receiveWaFile(text);
  const { body } = await open(shown.url);
  expect(await textOf(body)).toBe(text);
});

test('a Telegram file is streamed by its file id', async () => {
  const base64 = Buffer.from('voice of Ann').toString('base64');
  const media = await sandbox.driver.storeMedia({ base64, mime_type: 'audio/ogg', filename: 'v.ogg' });
  const voice = {
    file_id: `AwACAgQAAxkBAAIB${media}`,
    file_unique_id: 'u',
    duration: 1,
    mime_type: 'audio/ogg',
    file_size: 12,
  };
  const { text: _, ...rest } = textUpdate(42, 900, 'x').message;
  await inbound.receiveTg({ update_id: 1, message: { ...rest, voice } });
  const { head, body } = await open((await lastAttachment()).url);
  expect(head).toMatchObject({ mimeType: 'audio/ogg', size: 12 });
  expect(await textOf(body)).toBe('voice of Ann');
});

test('the address works for 7 days, even when the provider’s own link ends, and is gone afterwards', async () => {
  const { shown } = await receiveWaFile('long lived');
  const made = Date.now();
  try {
    inbound.setNow(new Date(made + 7 * 24 * 3600_000 - 60_000));
    expect(await textOf((await open(shown.url)).body)).toBe('long lived');
    inbound.setNow(new Date(made + 7 * 24 * 3600_000 + 60_000));
    await expect(open(shown.url)).rejects.toMatchObject({ code: 'media_gone' });
  } finally {
    inbound.setNow(null);
  }
});

test('an address with a wrong signature opens nothing', async () => {
  const [one, two] = [await receiveWaFile('one'), await receiveWaFile('two')];
  const parts = partsOf(one.shown.url);
  const wrong = [
    { ...parts, attachmentId: two.shown.id },
    { ...parts, expires: String(Number(parts.expires) + 1) },
    { ...parts, signature: `${parts.signature.slice(0, -2)}AA` },
    { ...parts, signature: '' },
  ];
  for (const input of wrong)
    await expect(inbound.bus.stream(STREAM, input, context)).rejects.toMatchObject({ code: 'invalid_signature' });
});

test('a file that no longer exists at the provider is media_gone', async () => {
  const document = { id: '999999999999', mime_type: 'text/plain' };
  await inbound.receiveMeta(messagesBody('Ann', textMessage('15551234567', '', { type: 'document', document })));
  await expect(open((await lastAttachment()).url)).rejects.toMatchObject({ code: 'media_gone' });
});

test('a link of the provider that fails once is resolved again', async () => {
  const { shown } = await receiveWaFile('at the second try');
  await sandbox.driver.graph.whatsapp.failNext({ match: { path: 'attachments' }, mode: 'status', status: 404 });
  expect(await textOf((await open(shown.url)).body)).toBe('at the second try');
});

test('a refused token is the provider’s error, in the provider’s own words', async () => {
  const { shown } = await receiveWaFile('locked');
  const bad = sealCredentials(inbound.cipher, { access_token: 'revoked' });
  const [account] = await inbound.rows<{ credentials: string }>(
    'SELECT credentials FROM channel_accounts WHERE external_id = $1',
    NUMBER,
  );
  await inbound.rows('UPDATE channel_accounts SET credentials = $1 WHERE external_id = $2', bad, NUMBER);
  try {
    await expect(open(shown.url)).rejects.toMatchObject({
      code: 'graph_error',
      extras: { provider: { name: 'graph', code: 190 } },
    });
  } finally {
    await inbound.rows(
      'UPDATE channel_accounts SET credentials = $1 WHERE external_id = $2',
      account?.credentials,
      NUMBER,
    );
  }
});

async function webFile(path: string): Promise<string> {
  const { shown } = await receiveWaFile('stands in');
  await inbound.rows(
    'UPDATE attachments SET provider_media_id = NULL, source_url = $1, mime_type = NULL WHERE id = $2',
    path.startsWith('http') ? path : `${webUrl}${path}`,
    shown.id,
  );
  return String(shown.url);
}

test('the file of a sent message is read from its own URL', async () => {
  const { head, body } = await open(await webFile('/file'));
  expect(head.mimeType).toBe('text/plain');
  expect(await textOf(body)).toBe('from the web');
  await expect(open(await webFile('/gone'))).rejects.toMatchObject({ code: 'media_gone' });
});

test('a source on a private address is not reached', async () => {
  await expect(open(await webFile('http://169.254.169.254/latest/meta-data'))).rejects.toMatchObject({
    code: 'media_gone',
  });
  await expect(open(await webFile('http://10.0.0.1/x'))).rejects.toMatchObject({ code: 'media_gone' });
});

test('a file over 100 MB is refused', async () => {
  await expect(open(await webFile('/huge'))).rejects.toMatchObject({ code: 'media_gone' });
});

test('a reader that leaves before the first byte, or in the middle, closes the source', async () => {
  const url = await webFile('/endless');
  const before = openConnections;
  const unread = await open(url);
  expect(openConnections).toBeGreaterThan(0);
  unread.cancel();
  const read = await open(url);
  for await (const part of read.body) {
    expect(part.length).toBe(100);
    break;
  }
  await pollUntil(() => (openConnections <= before ? true : null), {
    what: () => `${openConnections} open connections to close`,
  });
});
