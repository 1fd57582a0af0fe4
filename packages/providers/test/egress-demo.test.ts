import { createServer } from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import { openEgress } from '@parley/providers/egress/open-egress';
import { request } from 'undici';
import { expect, onTestFinished, test } from 'vitest';

/** A server on a free port; returns its port and the paths that were requested. */
async function openServer(): Promise<{ port: number; paths: string[] }> {
  const paths: string[] = [];
  const server = createServer((incoming, response) => {
    paths.push(incoming.url ?? '');
    if (incoming.url?.startsWith('/sandbox/receiver/away')) response.writeHead(302, { location: '/sandbox/reset' });
    response.end('reached');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  // safe: listens on TCP
  return { port: (server.address() as AddressInfo).port, paths };
}

const RECEIVER = '/sandbox/receiver/';

function openDemo(port: number, lookup?: LookupFunction) {
  const demo = openEgress(
    {
      PARLEY_DEMO: true,
      PARLEY_SANDBOX_PORT: port,
      // A demo stays closed, whatever is configured.
      PARLEY_EGRESS_ALLOW: '127.0.0.0/8,10.0.0.0/8,::1/128',
      PARLEY_DNS_SERVERS: undefined,
    },
    { demoPaths: [RECEIVER], ...(lookup ? { lookup } : {}) },
  );
  onTestFinished(() => demo.destroy());
  return demo;
}

test('a demo reaches its own receiver, and no other path of the sandbox', async () => {
  const { port, paths } = await openServer();
  const demo = openDemo(port);
  const own = `http://127.0.0.1:${port}${RECEIVER}shop`;
  expect((await demo.checkUrl(own)).href).toBe(own);
  expect((await request(own, { dispatcher: demo.agent })).statusCode).toBe(200);
  for (const path of [
    '/',
    '/sandbox/reset',
    '/sandbox/receivers/shop',
    '/sandbox/receiver/../reset',
    '/sandbox/receiver/%2e%2e/reset',
    '/sandbox/receiver/.%2E/reset',
    '/sandbox\\receiver/../reset',
    '//sandbox/receiver/shop',
    '/v22.0/me',
  ])
    await expect(demo.checkUrl(`http://127.0.0.1:${port}${path}`), path).rejects.toMatchObject({
      reason: 'demo_closed',
    });
  expect(paths).toEqual([`${RECEIVER}shop`]);
});

test('a demo reaches no other address, however it is spelled', async () => {
  const { port, paths } = await openServer();
  const demo = openDemo(port);
  const other = await openServer();
  for (const origin of [
    'https://example.com',
    `https://127.0.0.1:${port}`,
    `http://127.0.0.2:${port}`,
    `http://localhost:${port}`,
    `http://[::1]:${port}`,
    `http://[::ffff:7f00:1]:${port}`,
    `http://0.0.0.0:${port}`,
    `http://127.0.0.1.nip.io:${port}`,
    `http://127.0.0.1:${other.port}`,
    'http://127.0.0.1',
    'http://10.0.0.1',
    'http://169.254.169.254',
  ]) {
    expect(() => demo.readUrl(`${origin}${RECEIVER}shop`), origin).toThrow(/nothing leaves this demo/);
    await expect(request(`${origin}${RECEIVER}shop`, { dispatcher: demo.agent }), origin).rejects.toThrow(
      /nothing leaves this demo/,
    );
  }
  expect([...paths, ...other.paths]).toEqual([]);
  await expect(demo.connect({ host: '127.0.0.1', port, timeoutMs: 1000 })).rejects.toMatchObject({
    reason: 'demo_closed',
  });
});

test('a name that resolves to the sandbox leads nowhere, and a redirect is not followed', async () => {
  const { port, paths } = await openServer();
  const rebound: LookupFunction = (_name, _options, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }]);
  const demo = openDemo(port, rebound);
  await expect(
    request(`http://rebound.example:${port}${RECEIVER}shop`, { dispatcher: demo.agent }),
  ).rejects.toMatchObject({ reason: 'demo_closed' });
  const away = await request(`http://127.0.0.1:${port}${RECEIVER}away`, { dispatcher: demo.agent });
  expect(away.statusCode).toBe(302);
  expect(paths).toEqual([`${RECEIVER}away`]);
});
