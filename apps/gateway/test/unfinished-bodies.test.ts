import { connect, type Socket } from 'node:net';
import { receiveCallback } from '@parley/common/contracts/internal/receive-callback';
import { pollUntil } from '@parley/testing/poll-until';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { answerContract, openGateway, type TestGateway } from './open-gateway.ts';

const SIGNATURE = { 'x-hub-signature-256': `sha256=${'0a'.repeat(32)}`, 'content-type': 'application/json' };
const ORIGIN = 'https://parley.test';
const MB = 1024 * 1024;

let gateway: TestGateway;
const sockets: Socket[] = [];
beforeEach(async () => {
  gateway = await openGateway({ variables: { PARLEY_TRUSTED_PROXIES: '127.0.0.1', PARLEY_PUBLIC_URL: ORIGIN } });
  answerContract(gateway.carrier, receiveCallback, async () => ({ items: 1 }));
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await gateway.stop();
});

/** A body of `bytes` whose last one never arrives; resolves when the gateway has read the others. */
const beginBody = (path: string, bytes: number, headers: Record<string, string>): Promise<Socket> =>
  new Promise((resolve) => {
    const socket = connect(gateway.port, '127.0.0.1');
    sockets.push(socket);
    socket.on('error', () => {});
    const head = Object.entries({ host: 'x', 'content-length': String(bytes), ...headers });
    socket.write(`POST ${path} HTTP/1.1\r\n${head.map(([name, value]) => `${name}: ${value}`).join('\r\n')}\r\n\r\n`);
    // An answer instead of the write's end: the body was refused.
    socket.once('data', () => resolve(socket));
    socket.write(Buffer.alloc(bytes - 1, 120), () => resolve(socket));
  });

/** Sixteen large bodies, and smaller ones that use the remaining memory. */
async function fillMemory(headersOf: (at: number) => Record<string, string>): Promise<void> {
  for (let at = 0; at < 16; at++) await beginBody('/hooks/meta', 4 * MB, headersOf(at));
  for (let at = 0; at < 80; at++) await beginBody('/hooks/meta', MB / 10, headersOf(at));
}

const callback = (network: string, raw: string) =>
  gateway.call('POST', '/hooks/meta', { raw, headers: { ...SIGNATURE, 'x-forwarded-for': network } });

test('callbacks arrive while strangers of many networks fill the memory with bodies that never end', async () => {
  await fillMemory((at) => ({ ...SIGNATURE, 'x-forwarded-for': `198.51.100.${at % 40}` }));
  for (let at = 0; at < 10; at++) {
    expect((await callback('192.0.2.1', '{}')).status).toBe(200);
    expect((await callback('192.0.2.1', `"${'x'.repeat(3 * MB)}"`)).status).toBe(200);
  }
});

test('callbacks arrive while strangers fill it through a proxy that names no caller', async () => {
  await fillMemory(() => SIGNATURE);
  expect((await callback('192.0.2.1', '{}')).status).toBe(200);
  expect((await callback('192.0.2.1', `"${'x'.repeat(3 * MB)}"`)).status).toBe(200);
  expect((await gateway.call('POST', '/hooks/meta', { raw: '{}', headers: SIGNATURE })).status).toBe(200);
});

test('bodies of strangers at the console hold bounded memory: the oldest unfinished ones are dropped', async () => {
  const headers = (at: number) => ({
    origin: ORIGIN,
    'content-type': 'application/json',
    'x-forwarded-for': `198.51.${at % 50}.1`,
  });
  let answers = 0;
  for (let at = 0; at < 300; at++) {
    const socket = await beginBody('/console/trpc/sign-in', 64_000, headers(at));
    socket.once('data', (said: Buffer) => {
      if (said.toString().startsWith('HTTP/1.1 503 ')) answers++;
    });
  }
  await pollUntil(() => (answers >= 300 - 262 ? true : null), {
    what: () => `38 bodies to give way, so far ${answers}`,
  });
  const ask = { headers: { origin: ORIGIN, 'x-forwarded-for': '192.0.2.7' }, body: {} };
  expect((await gateway.call('POST', '/console/trpc/sign-in', ask)).status).toBe(400);
});

test('a request of a stranger at the console is at most 64 KiB', async () => {
  const answer = await gateway.call('POST', '/console/trpc/sign-in', {
    headers: { origin: ORIGIN },
    body: { email: 'x'.repeat(70_000) },
  });
  expect(answer.status).toBe(413);
});
