import { fileURLToPath } from 'node:url';
import { makeBusClient } from '@parley/bus/bus-client';
import type { Carrier } from '@parley/bus/carriers/carrier';
import { makeInProcessCarrier } from '@parley/bus/carriers/in-process-carrier';
import { connectNatsCarrier } from '@parley/bus/carriers/nats-carrier';
import { AppError } from '@parley/common/errors';
import { pollUntil } from '@parley/testing/poll-until';
import { isAlive } from '@parley/testing/programs/is-alive';
import { type NatsServer, startNatsServer } from '@parley/testing/servers/nats-server';
import { silentLogger } from '@parley/testing/silent-logger';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commandOf, descendantsOf } from '../../../test/support/system/process-tree.ts';
import { RegistryWithParts } from '../src/one-machine/part-metrics.ts';
import { runOnDemand } from '../src/one-machine/run-on-demand.ts';
import { crash, reportAtStop, untilStopped, whoAreYou } from './part-contracts.ts';

const context = { requestId: 'req_test' };
const SOURCES = '--import tsx --conditions=source';
/** Used in tests in which the process must not end. */
const NEVER_MS = 3_600_000;
const TEST_MS = 120_000;

const until = (what: string, look: () => boolean): Promise<true> =>
  pollUntil(() => look() || null, { what: () => what });

let nats: NatsServer;
beforeAll(async () => {
  nats = await startNatsServer();
}, 180_000);
afterAll(() => nats.stop());

const CARRIERS = {
  'the in-process carrier': async () => ({ carrier: makeInProcessCarrier(), url: '' }),
  NATS: async () => ({
    carrier: await connectNatsCarrier({ url: nats.url, name: 'test', logger: silentLogger }),
    url: nats.url,
  }),
};

/** The child process, while it starts or runs. */
const partBelow = (pid: number): number | undefined =>
  descendantsOf(pid).find((child) => commandOf(child).includes('part-process'));

interface Given {
  idleMs?: number;
  /** Rows that need the process. */
  rows?: { count: number };
}

/** A process on demand, whose starts the test counts. */
function openPart(
  { carrier, url }: { carrier: Carrier; url: string },
  { idleMs = NEVER_MS, rows = { count: 0 } }: Given,
) {
  const starts: string[] = [];
  let checks = 0;
  const part = runOnDemand({
    name: 'pairing',
    program: fileURLToPath(new URL('part-process.ts', import.meta.url)),
    environment: { ...process.env, NODE_OPTIONS: SOURCES, LOG_LEVEL: 'silent', NATS_URL: url },
    carrier,
    logger: { ...silentLogger, info: (event: string) => void (event === 'process.started' && starts.push(event)) },
    contracts: [
      { contract: whoAreYou },
      { contract: untilStopped },
      {
        contract: crash,
        async admit() {
          throw new AppError('unknown_session');
        },
      },
    ],
    async isNeeded() {
      checks++;
      return rows.count > 0;
    },
    idleMs,
    checkEveryMs: 20,
  });
  const bus = makeBusClient(carrier, { logger: silentLogger });
  return {
    bus,
    carrier,
    starts,
    /** How often the database was checked. */
    checks: () => checks,
    pidOf: async (): Promise<number> => (await bus.call(whoAreYou, {}, context)).pid,
    [Symbol.asyncDispose]: async () => {
      await part.stop();
      await carrier.close();
    },
  };
}

describe.for(Object.entries(CARRIERS))('over %s', ([, connect]) => {
  test('requests to a sleeping process share one start and get their responses; then the process ends, and starts again', {
    timeout: TEST_MS,
  }, async () => {
    await using open = openPart(await connect(), { idleMs: 1 });
    expect(open.starts).toHaveLength(0);
    const pids = new Set(await Promise.all([open.pidOf(), open.pidOf(), open.pidOf()]));
    expect(pids.size).toBe(1);
    const [first = 0] = pids;
    await until('the part to end', () => !isAlive(first));
    expect(await open.pidOf()).not.toBe(first);
    expect(open.starts.length).toBeGreaterThanOrEqual(2);
  });

  test('a process that ends responds to the requests it has accepted, and a request that comes while it ends starts it again', {
    timeout: TEST_MS,
  }, async () => {
    const rows = { count: 1 };
    await using open = openPart(await connect(), { idleMs: 1, rows });
    const first = await open.pidOf();
    const accepted = open.bus.call(untilStopped, {}, context);
    await open.pidOf();
    rows.count = 0;
    expect(await accepted).toEqual({ pid: first });
    const answering = Promise.all(Array.from({ length: 50 }, () => open.pidOf()));
    await until('the second start', () => open.starts.length > 1);
    // Kept from here on: on a busy machine a request could otherwise meet one ending process after another.
    rows.count = 1;
    const answered = await answering;
    expect(answered.every((pid) => pid > 0)).toBe(true);
  });

  test('if a process is killed while it starts, the request gets an error or its response, and a later one its response', {
    timeout: TEST_MS,
  }, async () => {
    await using open = openPart(await connect(), {});
    const waiting = open.bus.call(whoAreYou, {}, context).catch((error: unknown) => error);
    const victim = await pollUntil(() => partBelow(process.pid) ?? null, { what: () => 'its process' });
    process.kill(victim, 'SIGKILL');
    expect(await waiting).toMatchObject({ code: 'service_unavailable', extras: { retry_after: 1 } });
    expect(await open.pidOf()).not.toBe(victim);
  });

  test('a request whose deadline passes while the process starts is unavailable, not a timeout', {
    timeout: TEST_MS,
  }, async () => {
    await using open = openPart(await connect(), {});
    const late = open.bus.call(whoAreYou, {}, { ...context, deadlineAt: Date.now() + 250 });
    await expect(late).rejects.toMatchObject({ code: 'service_unavailable', message: 'It is still starting.' });
  });
});

test('a request that must not start the process is refused, and metrics start nothing', async () => {
  await using open = openPart({ carrier: makeInProcessCarrier(), url: '' }, {});
  await expect(open.bus.call(crash, {}, context)).rejects.toMatchObject({ code: 'unknown_session' });
  await new RegistryWithParts(open.carrier, ['pairing']).metrics();
  expect(open.starts).toEqual([]);
});

test('a row that appears without a request starts the process, which runs until the row is gone', {
  timeout: TEST_MS,
}, async () => {
  const rows = { count: 0 };
  await using open = openPart({ carrier: makeInProcessCarrier(), url: '' }, { idleMs: 1, rows });
  expect(open.starts).toEqual([]);
  rows.count = 1;
  await until('the start', () => open.starts.length === 1);
  const pid = await open.pidOf();
  const before = open.checks();
  await until('checks of the database', () => open.checks() > before + 3);
  expect(await open.pidOf()).toBe(pid);
  rows.count = 0;
  await until('the end', () => !isAlive(pid));
});

test('a process that reports ready while it is stopped does not end the holding of requests', {
  timeout: TEST_MS,
}, async () => {
  const rows = { count: 1 };
  await using open = openPart({ carrier: makeInProcessCarrier(), url: '' }, { idleMs: 1, rows });
  const first = await open.pidOf();
  await open.bus.call(reportAtStop, {}, context);
  rows.count = 0;
  await until('the part to end', () => !isAlive(first));
  expect(await open.pidOf()).not.toBe(first);
});

test('a process that crashes is restarted, and requests fail at once until then', { timeout: TEST_MS }, async () => {
  await using open = openPart({ carrier: makeInProcessCarrier(), url: '' }, {});
  const pid = await open.pidOf();
  process.kill(pid, 'SIGKILL');
  await expect(pollUntil(() => open.pidOf().then(() => null), { what: () => 'a refusal' })).rejects.toMatchObject({
    code: 'service_unavailable',
  });
  const next = await pollUntil(() => open.pidOf().catch(() => null), { what: () => 'its successor' });
  expect(next).not.toBe(pid);
});
