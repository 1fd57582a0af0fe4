import { createServer } from 'node:net';
import { startSandbox } from '@parley/sandbox/start-sandbox';
import { reservePort } from '@parley/testing/servers/reserve-ports';
import { expect, test } from 'vitest';

/** Takes a port until the returned function is called. */
async function occupy(port: number): Promise<() => Promise<unknown>> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return () => new Promise((resolve) => server.close(resolve));
}

test('a sandbox whose mail port is taken leaves nothing listening, and starts once the port is free', async () => {
  const [port, smtpPort] = [await reservePort(), await reservePort()];
  const free = await occupy(smtpPort);
  await expect(
    startSandbox({ port, smtpPort, metaAppSecret: 'secret', metaVerifyToken: 'token' }),
  ).rejects.toMatchObject({ code: 'EADDRINUSE' });
  await expect(fetch(`http://127.0.0.1:${port}/sandbox/state`)).rejects.toThrow();
  await free();
  const sandbox = await startSandbox({ port, smtpPort, metaAppSecret: 'secret', metaVerifyToken: 'token' });
  expect((await fetch(`${sandbox.url}/sandbox/state`)).status).toBe(200);
  await sandbox.close();
});
