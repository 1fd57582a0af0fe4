import { networkInterfaces } from 'node:os';
import { pollUntil } from '@parley/testing/poll-until';
import { reservePorts } from '@parley/testing/servers/reserve-ports';
import { afterEach, expect, test } from 'vitest';
import { ADMIN_TOKEN, type Ask, callHttp, KEY, openGateway, type TestGateway } from './open-gateway.ts';

let gateway: TestGateway;
afterEach(() => gateway.stop());

test('/metrics answers only this machine while there is no public address', async () => {
  gateway = await openGateway();
  const answer = await gateway.call('GET', '/metrics');
  expect(answer.status).toBe(200);
  expect(answer.text).toContain('parley_http_requests_total');
});

test.each([
  ['forwarded', 'for=192.0.2.1'],
  ['x-forwarded-for', '127.0.0.1'],
  ['x-real-ip', '192.0.2.1'],
  ['via', '1.1 proxy'],
])('/metrics is hidden from requests that a proxy of this machine forwards: %s', async (name, value) => {
  gateway = await openGateway();
  const answer = await gateway.call('GET', '/metrics', { headers: { [name]: value } });
  expect(answer).toMatchObject({ status: 404, body: { error: 'unknown_route' } });
});

test.each([
  ['evil.example', 404],
  ['localhost', 200],
  ['127.0.0.1:8080', 200],
])(
  '/metrics is hidden from a page whose name resolves to this machine: under the host %s it is %i',
  async (host, status) => {
    gateway = await openGateway();
    expect(await gateway.call('GET', '/metrics', { headers: { host } })).toMatchObject({ status });
  },
);

test('never serves /metrics on the port of a public address', async () => {
  gateway = await openGateway({ variables: { PARLEY_PUBLIC_URL: 'https://parley.example' } });
  expect(await gateway.call('GET', '/metrics')).toMatchObject({ status: 404, body: { error: 'unknown_route' } });
});

test('/metrics is hidden from other machines', async () => {
  const address = Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .find(({ internal, family }) => !internal && family === 'IPv4')?.address;
  gateway = await openGateway({ variables: { PARLEY_HOST: '0.0.0.0' } });
  // A machine without a network has no peer but itself.
  if (address) expect((await callHttp(`http://${address}:${gateway.port}`, 'GET', '/metrics')).status).toBe(404);
  expect((await callHttp(`http://127.0.0.1:${gateway.port}`, 'GET', '/metrics')).status).toBe(200);
});

test('/metrics moves from the main port to its own port when one is set', async () => {
  const [port = 0] = await reservePorts(1);
  gateway = await openGateway({ variables: { PARLEY_METRICS_PORT: String(port) } });
  expect((await gateway.call('GET', '/metrics')).status).toBe(404);
  const own = await callHttp(`http://127.0.0.1:${port}`, 'GET', '/metrics?x=1');
  expect([own.status, own.text.includes('parley_http_requests_total')]).toEqual([200, true]);
  expect((await callHttp(`http://127.0.0.1:${port}`, 'GET', '/healthz')).status).toBe(404);
  expect((await callHttp(`http://127.0.0.1:${port}`, 'POST', '/metrics')).status).toBe(404);
});

test('counts a request under its operation, or under its kind of caller if no operation was reached', async () => {
  gateway = await openGateway();
  const key = KEY;
  const headers = { origin: gateway.url };
  const requests: [method: string, path: string, ask: Ask, operation: string, status: number][] = [
    ['GET', '/demo/api/messaging/status', {}, 'customer', 401],
    ['GET', '/demo/api/messaging/fly', { key }, 'customer', 404],
    ['GET', '/demo/api/messaging/send', { key }, 'send', 405],
    ['POST', '/demo/api/messaging/send', { key, body: {} }, 'send', 400],
    ['GET', '/api/admin/tenants', {}, 'operator', 401],
    ['DELETE', '/api/admin/tenants', { key: ADMIN_TOKEN }, 'operator', 405],
    ['POST', '/api/admin/tenants', { key: ADMIN_TOKEN, body: {} }, 'create-tenant', 400],
    ['GET', '/trpc/status', {}, 'trpc', 401],
    ['POST', '/trpc/status', { key }, 'trpc', 405],
    ['POST', '/trpc/send', { key, body: {} }, 'send', 400],
    ['GET', '/console/trpc/fly', { headers }, 'console', 404],
    ['POST', '/console/trpc/sign-out', {}, 'console.sign-out', 403],
    ['POST', '/console/trpc/sign-in', { headers, body: {} }, 'console.sign-in', 400],
  ];
  const counted = new Map<string, number>();
  for (const [method, path, ask, operation, status] of requests) {
    expect((await gateway.call(method, path, ask)).status).toBe(status);
    const name = `parley_http_requests_total{operation="${operation}",status="${status}"}`;
    counted.set(name, (counted.get(name) ?? 0) + 1);
  }
  const isCounted = async (line: string) => (await gateway.call('GET', '/metrics')).text.includes(line) || null;
  for (const [name, count] of counted) await pollUntil(() => isCounted(`${name} ${count}\n`), { what: () => name });
});
