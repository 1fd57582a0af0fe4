import { createServer, type Server } from 'node:http';
import { makeEgressAgent } from '@parley/providers/egress/egress-agent';
import { makeEgressPolicy } from '@parley/providers/egress/egress-policy';
import { pollUntil } from '@parley/testing/poll-until';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadBaileys } from '../network/load-baileys.client.ts';
import { makeOpenMediaFile } from './open-media-file.client.ts';

const POINTER = {
  kind: 'image' as const,
  mediaKey: Buffer.alloc(32, 1).toString('base64'),
  directPath: '/v/file',
  mimeType: null,
  sha256: null,
  encSha256: null,
};

let server: Server;
let origin: string;
let connections = 0;

beforeAll(async () => {
  // Endless, without stalling.
  server = createServer((_request, response) => {
    const pour = (): void => {
      while (!response.destroyed && response.write(Buffer.alloc(64 * 1024)));
    };
    response.on('drain', pour);
    pour();
  });
  server.on('connection', (socket) => {
    connections++;
    socket.on('error', () => {});
    socket.once('close', () => connections--);
  });
  origin = await new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(`http://127.0.0.1:${address !== null && typeof address === 'object' ? address.port : 0}`);
    });
  });
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const agentOf = (allow: string) => makeEgressAgent(makeEgressPolicy(allow));
const untilClosed = () =>
  pollUntil(() => (connections === 0 ? true : null), {
    what: () => `${connections} connections to close`,
  });

test('a reader that leaves, before the first byte or in the middle, frees the connection', async () => {
  const openMediaFile = makeOpenMediaFile({ origin, dispatcher: agentOf('127.0.0.1/32') });
  const lib = await loadBaileys();
  const unread = await openMediaFile(lib, POINTER);
  expect([unread?.size, connections]).toEqual([null, 1]);
  unread?.close();
  await untilClosed();
  const read = await openMediaFile(lib, POINTER);
  for await (const part of read?.body ?? []) {
    expect(part.length).toBeGreaterThan(0);
    break;
  }
  read?.close();
  await untilClosed();
});

test('an endless file ends at 100 MB, and its connection with it', async () => {
  const file = await makeOpenMediaFile({ origin, dispatcher: agentOf('127.0.0.1/32') })(await loadBaileys(), POINTER);
  let size = 0;
  const read = async (): Promise<void> => {
    for await (const part of file?.body ?? []) size += part.length;
  };
  await expect(read()).rejects.toThrow('larger than');
  expect(size).toBeLessThanOrEqual(100 * 1024 * 1024);
  file?.close();
  await untilClosed();
});

test('the egress rules apply to files of the network as well', async () => {
  const openMediaFile = makeOpenMediaFile({ origin, dispatcher: agentOf('') });
  await expect(openMediaFile(await loadBaileys(), POINTER)).rejects.toMatchObject({ reason: 'not_public' });
  expect(connections).toBe(0);
});
