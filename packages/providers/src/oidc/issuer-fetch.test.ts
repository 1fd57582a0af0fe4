import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openEgress } from '../egress/open-egress.ts';
import { makeIssuerFetch } from './issuer-fetch.ts';

let answer: (response: ServerResponse) => void;
const server = createServer((_request, response) => answer(response));
const [opened, closed] = ['127.0.0.0/8', undefined].map((PARLEY_EGRESS_ALLOW) =>
  openEgress({ PARLEY_EGRESS_ALLOW, PARLEY_DNS_SERVERS: undefined }),
);
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await Promise.all([opened?.destroy(), closed?.destroy()]);
});

async function ask(egress: typeof opened, deadlineMs?: number) {
  if (!egress) throw new Error('There is no egress.');
  const { port } = server.address() as AddressInfo; // safe: it listens on a port
  const issuer = makeIssuerFetch(egress.agent, deadlineMs);
  const options = { method: 'GET', headers: {}, body: undefined, redirect: 'manual' } as const;
  const response = await issuer.fetch(`http://127.0.0.1:${port}/`, options).catch(() => null);
  return { response, failure: issuer.failure() };
}

test('an issuer’s response is returned', async () => {
  answer = (response) => response.setHeader('content-type', 'application/json').end('{"issuer":"x"}');
  const { response, failure } = await ask(opened);
  expect(await response?.json()).toEqual({ issuer: 'x' });
  expect(failure).toBeNull();
});

test.each([
  ['that does not answer', () => {}, 'the issuer did not answer in time'],
  [
    'that begins to answer and stops',
    (response: ServerResponse) => response.write('{'),
    'the issuer did not answer in time',
  ],
  [
    'that answers with 10 MB',
    (response: ServerResponse) => response.end('x'.repeat(10_000_000)),
    'the issuer answered with more than 262144 bytes',
  ],
  ['that breaks the connection', (response: ServerResponse) => response.destroy(), 'the issuer cannot be reached'],
])('a request to an issuer %s ends', async (what, behave, failure) => {
  answer = behave;
  const given = what.includes('answer and') || what.includes('not answer') ? 200 : undefined;
  expect(await ask(opened, given)).toEqual({ response: null, failure });
});

test('an issuer on an address that the egress rules refuse is not called', async () => {
  let isAsked = false;
  answer = (response) => {
    isAsked = true;
    response.end();
  };
  expect((await ask(closed)).failure).toBe('the issuer is at an address that requests may not reach');
  expect(isAsked).toBe(false);
});
