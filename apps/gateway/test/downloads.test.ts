import { connect, type Socket } from 'node:net';
import { offerStream } from '@parley/bus/carriers/stream';
import { openMedia } from '@parley/common/contracts/internal/open-media';
import { subjectOf } from '@parley/common/define-contract';
import { pollUntil } from '@parley/testing/poll-until';
import { afterEach, expect, test } from 'vitest';
import type { DownloadLimits } from '../src/downloads/limit-downloads.ts';
import { openGateway, type TestGateway } from './open-gateway.ts';

/** More than the operating system takes of an answer that its client does not read. */
const LARGE = 64 * 1024 * 1024;
const SMALL = 1000;

let gateway: TestGateway | undefined;
let closedSources = 0;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await gateway?.stop();
});

async function* source(bytes: number): AsyncGenerator<Uint8Array> {
  try {
    for (let sent = 0; sent < bytes; sent += 64 * 1024) yield Buffer.alloc(Math.min(64 * 1024, bytes - sent));
  } finally {
    closedSources++;
  }
}

/** A gateway whose files belong to the tenant that their id names: `att_1_large` is a large one of tenant 1. */
async function open(downloads: DownloadLimits): Promise<TestGateway> {
  gateway = await openGateway({ downloads, variables: { PARLEY_TRUSTED_PROXIES: '127.0.0.1' } });
  const { carrier } = gateway;
  carrier.serve(subjectOf(openMedia), 'files', async (payload) => {
    const [, tenantId, kind] = String(JSON.parse(payload).input.attachmentId).split('_');
    const size = kind === 'large' ? LARGE : SMALL;
    const output = { mimeType: 'video/mp4', filename: null, size, tenantId: Number(tenantId) };
    return JSON.stringify({ ok: true, output, stream: offerStream(carrier, source(size)) });
  });
  return gateway;
}

const addressOf = (id: string): string => `/media/${id}?expires=1&signature=x`;

/** Each download comes from a different network. */
let networks = 0;
const nextNetwork = () => ({ 'x-forwarded-for': `192.0.2.${++networks}` });

const get = ({ call }: TestGateway, id: string) => call('GET', addressOf(id), { headers: nextNetwork() });

/** Begins a download and stops reading it after its first bytes. */
async function stall({ port }: TestGateway, id: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => {});
  socket.write(
    `GET ${addressOf(id)} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${nextNetwork()['x-forwarded-for']}\r\n\r\n`,
  );
  const first = await new Promise<Buffer>((resolve) => socket.once('data', resolve));
  expect(first.toString('latin1')).toMatch(/^HTTP\/1\.1 200 /);
  return socket.pause();
}

test('a workspace that has as many downloads as are free gets 429 with Retry-After, and another one its file', async () => {
  const running = await open({ maxPerProcess: 4 });
  const stalled = [await stall(running, 'att_1_large'), await stall(running, 'att_1_large')];
  const refused = await get(running, 'att_1_small');
  expect(refused).toMatchObject({ status: 429, body: { error: 'rate_limited', retry_after: 5 } });
  expect(refused.headers['retry-after']).toBe('5');
  expect((await get(running, 'att_2_small')).status).toBe(200);
  for (const socket of stalled) socket.destroy();
  await pollUntil(async () => ((await get(running, 'att_1_small')).status === 200 ? true : null), {
    what: () => 'the places of the clients that left',
  });
});

test('a client that reads nothing loses its download and its place, and one that reads gets its whole file', async () => {
  closedSources = 0;
  const running = await open({ pace: { bytesPerSecond: 1024, graceMs: 200 }, checkEveryMs: 20 });
  const socket = await stall(running, 'att_1_large');
  await pollUntil(() => (closedSources === 1 ? true : null), { what: () => 'the source of the download to be closed' });
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.resume();
  await ended;
  const answer = await get(running, 'att_1_small');
  expect([answer.status, answer.text.length]).toEqual([200, SMALL]);
});
