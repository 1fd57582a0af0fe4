import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { asStream } from '@parley/bus/carriers/stream';
import { openMedia } from '@parley/common/contracts/internal/open-media';
import { AppError } from '@parley/common/errors';
import { sealCredentials } from '@parley/messaging/accounts/credentials';
import { attachment, type InboundAttachment } from '@parley/providers/received/inbound-item';
import { tiktokMediaKey } from '@parley/providers/tiktok/tiktok-media-key';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { messageItem, openPeople, type PeopleChannel } from '../../../inbound/test/open-people.ts';
import { TIKTOK } from '../../../inbound/test/seed-database.ts';
import { bytesOf } from '../../test/open-files.ts';

const STREAM = asStream(openMedia);
const KEY = { mediaType: 'image', conversationId: 'u5Jh+/==', messageId: 'u5Bu==', mediaId: 'v10' } as const;

let provider: Server;
let url: string;
/** The provider's answer to a request for a file's URL. */
let answer: (token: string) => unknown;
const asked: { token: unknown; body: unknown }[] = [];

async function jsonOf(request: IncomingMessage): Promise<unknown> {
  return JSON.parse((await bytesOf(request)).toString() || 'null');
}

beforeAll(async () => {
  provider = createServer(async (request, response) => {
    if (request.url === '/expired') return response.writeHead(403).end('URL signature expired');
    if (request.url === '/picture.jpg')
      return response.writeHead(200, { 'content-type': 'image/jpeg' }).end('the picture');
    if (request.url === '/file') {
      const token = String(request.headers['x-user']);
      return response.writeHead(200, { 'content-type': 'image/png' }).end(`opened by ${token}`);
    }
    const token = String(request.headers['access-token']);
    asked.push({ token, body: await jsonOf(request) });
    return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer(token)));
  });
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  // safe: listening on TCP
  url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
});
afterAll(async () => {
  provider.closeAllConnections();
  await new Promise((resolve) => provider.close(resolve));
});
beforeEach(() => {
  asked.length = 0;
  answer = () => ({ code: 0, message: 'OK', data: { download_url: `${url}/file` } });
});

/** The service with a received message, and a way to open its file. */
async function openFileOf(channel: PeopleChannel, part: InboundAttachment) {
  const people = await openPeople({ providerUrl: url, variables: { PARLEY_EGRESS_ALLOW: '127.0.0.1/32' } });
  await people.store(messageItem(channel, { text: '', attachments: [part] }));
  const [event] = await people.inbound.events('message.received');
  // safe: the event's data was checked against its contract when it was written
  const [shown] = (event?.data.attachments ?? []) as { id: string }[];
  const [kept] = await people.inbound.rows<{ id: string }>('SELECT id FROM attachments');
  expect(kept?.id).toBe(shown?.id);
  const signed = new URL(people.addressOf(shown?.id ?? ''));
  const parts = {
    attachmentId: shown?.id ?? '',
    expires: signed.searchParams.get('expires') ?? '',
    signature: signed.searchParams.get('signature') ?? '',
  };
  const read = async (): Promise<string> => {
    const { body } = await people.inbound.bus.stream(STREAM, parts, { requestId: 'req_test' });
    return (await bytesOf(body)).toString();
  };
  return { people, read };
}

test.for(['fb', 'ig'] as const)('a file of %s is streamed from the provider’s own URL', async (channel) => {
  const { read } = await openFileOf(channel, attachment('image', { url: `${url}/picture.jpg` }));
  expect(await read()).toBe('the picture');
});

test('a file whose URL has expired at the provider is gone', async () => {
  const { read } = await openFileOf('ig', attachment('image', { url: `${url}/expired` }));
  await expect(read()).rejects.toMatchObject({ code: 'media_gone' });
});

const ttFile = attachment('image', { providerMediaId: tiktokMediaKey(KEY) });

test('a file of tt is requested by conversation, message and id, with the account’s token', async () => {
  const { read } = await openFileOf('tt', ttFile);
  expect(await read()).toBe('opened by act.tiktok-token');
  expect(asked).toEqual([
    {
      token: 'act.tiktok-token',
      body: {
        business_id: TIKTOK,
        conversation_id: 'u5Jh+/==',
        message_id: 'u5Bu==',
        media_id: 'v10',
        media_type: 'IMAGE',
      },
    },
  ]);
});

test('an expired token is renewed once, and the file is opened with the new one', async () => {
  const { people, read } = await openFileOf('tt', ttFile);
  const ok = answer;
  answer = (token) => (token === 'act.new' ? ok(token) : { code: 40102, message: 'expired', data: {} });
  await people.inbound.startNeighbours({
    async refresh({ tenantId, externalId }) {
      const credentials = sealCredentials(people.inbound.cipher, { access_token: 'act.new' });
      await people.inbound.rows(
        'UPDATE channel_accounts SET credentials = $3 WHERE tenant_id = $1 AND external_id = $2',
        tenantId,
        externalId,
        credentials,
      );
    },
  });
  expect(await read()).toBe('opened by act.new');
  expect(asked.map(({ token }) => token)).toEqual(['act.tiktok-token', 'act.new']);
});

test('a refusal is returned, and a file that no longer exists at the provider is media_gone', async () => {
  const { people, read } = await openFileOf('tt', ttFile);
  answer = () => ({ code: 40102, message: 'expired', data: {} });
  await people.inbound.startNeighbours({
    async refresh() {
      throw new AppError('provider_timeout');
    },
  });
  await expect(read()).rejects.toMatchObject({ code: 'provider_timeout' });
  answer = () => ({ code: 40002, message: 'media_type is wrong', data: {} });
  await expect(read()).rejects.toMatchObject({ code: 'tiktok_error' });
  answer = () => ({ code: 40007, message: 'no such file', data: {} });
  await expect(read()).rejects.toMatchObject({ code: 'media_gone' });
});
