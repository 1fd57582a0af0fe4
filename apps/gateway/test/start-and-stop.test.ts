import { createServer } from 'node:net';
import type { Carrier, Subscription } from '@parley/bus/carriers/carrier';
import { makeInProcessCarrier } from '@parley/bus/carriers/in-process-carrier';
import { parseEnvironment } from '@parley/runtime/environment';
import { silentLogger } from '@parley/testing/silent-logger';
import { expect, test } from 'vitest';
import { startGateway } from '../src/start-gateway.ts';

/** A carrier that lists its open subscriptions; the drain of those whose name contains `broken` fails. */
function openCarrier(broken?: string) {
  const inner = makeInProcessCarrier();
  const open = new Set<string>();
  const listed = (name: string, subscription: Subscription): Subscription => {
    open.add(name);
    return {
      async drain() {
        if (broken !== undefined && name.includes(broken)) throw new Error(`${name} is broken`);
        open.delete(name);
        await subscription.drain();
      },
    };
  };
  const carrier: Carrier = {
    ...inner,
    serve: (subject, ...rest) => listed(subject, inner.serve(subject, ...rest)),
    subscribe: (topic, ...rest) => listed(`${topic} ${open.size}`, inner.subscribe(topic, ...rest)),
  };
  return { carrier, open };
}

const environmentOf = (variables: Record<string, string>) => parseEnvironment({ PARLEY_PORT: '0', ...variables });

async function occupyPort() {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port.');
  return { port: String(address.port), free: () => new Promise((resolve) => server.close(resolve)) };
}

test.each(['PARLEY_PORT', 'PARLEY_METRICS_PORT'])(
  'a gateway whose %s is taken leaves nothing running',
  async (name) => {
    const { port, free } = await occupyPort();
    const { carrier, open } = openCarrier();
    const environment = environmentOf({ PARLEY_HOST: '127.0.0.1', PARLEY_DRAIN_SECONDS: '8', [name]: port });
    await expect(startGateway({ environment, carrier, logger: silentLogger, siteDirectory: '' })).rejects.toMatchObject(
      {
        code: 'EADDRINUSE',
      },
    );
    expect([...open]).toEqual([]);
    await free();
  },
);

test('a component that fails to stop is reported, and all others are stopped', async () => {
  const { carrier, open } = openCarrier('inbox-changed');
  const reported: unknown[] = [];
  const logger = { ...silentLogger, error: (_event: string, fields: object) => void reported.push(fields) };
  const gateway = await startGateway({ environment: environmentOf({}), carrier, logger, siteDirectory: '' });
  const { port } = gateway;
  await gateway.close();
  expect([...open]).toEqual([expect.stringContaining('inbox-changed')]);
  expect(reported).toEqual([expect.objectContaining({ part: 'inbox changes' })]);
  await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow();
});
