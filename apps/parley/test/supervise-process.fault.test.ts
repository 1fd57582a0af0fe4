import { fork, spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { getPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { makeBusClient } from '@parley/bus/bus-client';
import { makeInProcessCarrier } from '@parley/bus/carriers/in-process-carrier';
import { WITH_PARENT } from '@parley/bus/process/run-alone';
import { pollUntil } from '@parley/testing/poll-until';
import { isAlive } from '@parley/testing/programs/is-alive';
import { silentLogger } from '@parley/testing/silent-logger';
import { expect, test } from 'vitest';
import { superviseProcess } from '../src/one-machine/supervise-process.ts';
import { crash, hang, untilStopped, whoAreYou } from './part-contracts.ts';

const context = { requestId: 'req_test' };
const SOURCES = ['--import', 'tsx', '--conditions=source'];
const NICENESS = 3;
const fileOf = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** Linux has a priority for each thread. */
const isBehind = (pid: number): boolean =>
  readdirSync(`/proc/${pid}/task`).every((thread) => getPriority(Number(thread)) === getPriority() + NICENESS);

const until = <T>(what: string, look: () => Promise<T | null> | T | null): Promise<T> =>
  pollUntil(look, { what: () => what });

function openPart() {
  const carrier = makeInProcessCarrier();
  const bus = makeBusClient(carrier, { logger: silentLogger });
  let tellReady = (): void => {};
  const ready = new Promise<void>((resolve) => {
    tellReady = resolve;
  });
  const part = superviseProcess({
    name: 'pairing',
    program: fileOf('part-process.ts'),
    niceness: NICENESS,
    environment: { ...process.env, NODE_OPTIONS: SOURCES.join(' '), LOG_LEVEL: 'silent' },
    carrier,
    logger: silentLogger,
    onReady: () => tellReady(),
  });
  part.start();
  return {
    bus,
    part,
    ready,
    pidOf: async (): Promise<number> => (await bus.call(whoAreYou, {}, context)).pid,
    [Symbol.asyncDispose]: async () => {
      await part.stop();
      await carrier.close();
    },
  };
}

test('a process that is killed repeatedly is restarted at a lower priority than this process, and requests fail at once until then', async () => {
  await using open = openPart();
  await open.ready;
  for (let times = 0; times < 4; times++) {
    const pid = await until('the part', () => open.pidOf().catch(() => null));
    // Both wait a minute for their answer; only the death of the process ends them earlier.
    const under = [open.bus.call(hang, {}, context), open.bus.call(hang, {}, context)];
    const reported = Promise.all(under.map((call) => call.catch((error: unknown) => error)));
    await open.pidOf();
    process.kill(pid, 'SIGKILL');
    for (const error of await reported) expect(error).toMatchObject({ code: 'service_unavailable' });
    await expect(open.bus.call(whoAreYou, {}, context)).rejects.toMatchObject({
      code: 'service_unavailable',
      extras: { retry_after: 1 },
    });
    const next = await until('its successor', () => open.pidOf().catch(() => null));
    expect(next).not.toBe(pid);
    await until('each of its threads to be behind', () => isBehind(next) || null);
  }
}, 120_000);

test('an uncaught error in the process ends only that process, which is restarted', async () => {
  await using open = openPart();
  await open.ready;
  const pid = await open.pidOf();
  await expect(open.bus.call(crash, {}, context)).rejects.toMatchObject({ code: 'service_unavailable' });
  const next = await until('its successor', () => open.pidOf().catch(() => null));
  expect(next).not.toBe(pid);
}, 60_000);

test('a process that gets a stop signal completes its open requests, ends, and is not restarted', async () => {
  await using open = openPart();
  await open.ready;
  const pid = await open.pidOf();
  const under = open.bus.call(untilStopped, {}, context);
  await open.pidOf();
  await open.part.stop();
  expect(await under).toEqual({ pid });
  expect(isAlive(pid)).toBe(false);
  await expect(open.bus.call(whoAreYou, {}, context)).rejects.toMatchObject({ code: 'service_unavailable' });
}, 60_000);

test('a process whose parent is killed ends without a signal', async () => {
  const parent = spawn(process.execPath, [...SOURCES, fileOf('supervising-process.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  parent.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const pid = Number(await until('the child', () => /child (\d+)/.exec(output)?.[1] ?? null));
  expect(isAlive(pid)).toBe(true);
  parent.kill('SIGKILL');
  await until('the child to end', () => !isAlive(pid) || null);
}, 60_000);

test('a process whose parent was killed before it could notice ends without a signal', async () => {
  const child = fork(fileOf('part-process.ts'), [WITH_PARENT], { execArgv: SOURCES, stdio: 'ignore' });
  // Like the parent's death, this closes the channel while the program is still being loaded.
  child.disconnect();
  await using _ = { [Symbol.asyncDispose]: async () => void child.kill('SIGKILL') };
  await until('the part to end', () => child.exitCode);
}, 60_000);
