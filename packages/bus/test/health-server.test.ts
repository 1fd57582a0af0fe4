import { once } from 'node:events';
import { serveHealth } from '@parley/bus/process/health-server';
import { Counter, Registry } from 'prom-client';
import { afterEach, beforeEach, expect, test } from 'vitest';

let ready: () => Promise<boolean>;
let server: ReturnType<typeof serveHealth>;
let url: string;

beforeEach(async () => {
  ready = async () => true;
  const metrics = new Registry();
  new Counter({ name: 'tested_total', help: 'Of the test.', registers: [metrics] }).inc(3);
  server = serveHealth(0, { isReady: () => ready(), metrics });
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('It has no port.');
  url = `http://127.0.0.1:${address.port}`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const statusOf = async (path: string): Promise<number> => (await fetch(`${url}${path}`)).status;

test('/healthz is 200 as long as the process responds, ready or not', async () => {
  ready = async () => false;
  expect(await statusOf('/healthz')).toBe(200);
});

test('/readyz is 503 while the work cannot be done, also when the check fails', async () => {
  expect(await statusOf('/readyz')).toBe(200);
  ready = async () => false;
  expect(await statusOf('/readyz')).toBe(503);
  ready = () => Promise.reject(new Error('the database is away'));
  expect(await statusOf('/readyz')).toBe(503);
});

test('/metrics is Prometheus text, and an unknown path is 404', async () => {
  expect(await (await fetch(`${url}/metrics?x=1`)).text()).toContain('tested_total 3');
  expect(await statusOf('/')).toBe(404);
});
