import { createServer } from 'node:http';
import { listTenants } from '@parley/common/contracts/operator/tenants';
import { makeOperatorClient } from '@parley/parley/command-line/operator-client';
import { reservePort } from '@parley/testing/servers/reserve-ports';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';

beforeEach(() => {
  vi.stubEnv('PARLEY_ADMIN_TOKEN', 'token-of-the-test');
});
afterEach(() => {
  vi.unstubAllEnvs();
});

const ask = async () => (await makeOperatorClient()).call(listTenants, {});

test('without a server, the error says where it looked and what to do', async () => {
  const port = await reservePort();
  vi.stubEnv('PARLEY_URL', '');
  vi.stubEnv('PARLEY_PORT', String(port));
  const advice = `start Parley there (npm start), or set PARLEY_URL to the address of a running one.`;
  await expect(ask()).rejects.toThrow(`Parley cannot be reached at http://127.0.0.1:${port} (ECONNREFUSED): ${advice}`);
  vi.stubEnv('PARLEY_URL', `http://localhost:${port}/`);
  await expect(ask()).rejects.toThrow(`Parley cannot be reached at http://localhost:${port} (ECONNREFUSED): ${advice}`);
});

test('another server at the address is named', async () => {
  const server = createServer((_, response) => response.writeHead(404).end('<html>'));
  onTestFinished(() => void server.close().closeAllConnections());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  vi.stubEnv('PARLEY_URL', origin);
  await expect(ask()).rejects.toThrow(
    `What answers at ${origin} is not the operator API (HTTP 404 without JSON): set PARLEY_URL to the address of Parley.`,
  );
});
