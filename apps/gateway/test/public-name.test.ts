import { reservePorts } from '@parley/testing/servers/reserve-ports';
import { afterEach, expect, test } from 'vitest';
import { openGateway, type TestGateway } from './open-gateway.ts';

// Pages are under one name: a session of another loopback name would be missing after a platform's dialog.
let gateway: TestGateway;
let port: number;
afterEach(() => gateway.stop());

const open = async (variablesOf: (own: number) => Record<string, string> = () => ({})): Promise<void> => {
  [port = 0] = await reservePorts(1);
  gateway = await openGateway({ variables: { PARLEY_PORT: String(port), ...variablesOf(port) } });
};
const visit = (path: string, host = `127.0.0.1:${port}`, method = 'GET') =>
  gateway.call(method, path, { headers: { host, accept: 'text/html,*/*;q=0.8' } });

test('redirects a page under another loopback name to the public one, with path and query', async () => {
  await open();
  const pages = ['/console', '/console/channels?a=1', '/connect/abc', '/connect/abc/continue', '/pair/abc', '/docs'];
  for (const path of pages) {
    const { status, headers } = await visit(path);
    expect([path, status, headers.location]).toEqual([path, 307, `http://localhost:${port}${path}`]);
  }
  const { status, headers } = await visit('/console', `[::1]:${port}`);
  expect([status, headers.location]).toEqual([307, `http://localhost:${port}/console`]);
});

test('redirects to 127.0.0.1 if that is the public name', async () => {
  await open((own) => ({ PARLEY_PUBLIC_URL: `http://127.0.0.1:${own}` }));
  const { status, headers } = await visit('/console', `localhost:${port}`);
  expect([status, headers.location]).toEqual([307, `http://127.0.0.1:${port}/console`]);
  expect((await visit('/console')).status).toBe(200);
});

test('serves the APIs, callbacks, resources of pages and a forwarded port under every name', async () => {
  await open();
  expect((await gateway.action('GET', 'status')).status).not.toBe(307);
  expect((await gateway.call('GET', '/console/config.json')).status).toBe(200);
  expect((await visit('/demo/api/messaging/?action=status')).status).toBe(401);
  expect((await visit('/hooks/meta', undefined, 'POST')).status).not.toBe(307);
  expect((await visit('/console', 'localhost:9999')).status).toBe(200);
  expect((await visit('/console', '127.0.0.1:9999')).status).toBe(200);
  expect((await visit('/console', `localhost:${port}`)).status).toBe(200);
});

test('redirects no page of a deployment with a domain name', async () => {
  await open(() => ({ PARLEY_PUBLIC_URL: 'https://parley.example' }));
  expect((await visit('/console')).status).toBe(200);
});

test('/console itself is a page for every client, such as an uptime check', async () => {
  await open();
  const { status, headers } = await gateway.call('GET', '/console');
  expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect((await gateway.call('HEAD', '/console')).status).toBe(200);
});
