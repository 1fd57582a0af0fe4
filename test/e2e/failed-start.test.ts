import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { findRunningServer } from '@parley/embedded-postgres/server-process';
import { reservePort } from '@parley/testing/servers/reserve-ports';
import { expect, onTestFinished, test } from 'vitest';
import { descendantsOf, isRunning, variableOf } from '../support/system/process-tree.ts';
import { startSystem } from '../support/system/system.ts';

test('a start of the tests that fails leaves neither its PostgreSQL nor its data directory', async () => {
  const port = await reservePort();
  const url = `nats://127.0.0.1:${port}`;
  const found: { dataDir: string; postgres: number }[] = [];
  /** Kills the product while it connects to the bus: its PostgreSQL runs then. */
  async function killStarting(): Promise<void> {
    const pid = descendantsOf(process.pid).find((child) => variableOf(child, 'NATS_URL') === url);
    if (pid === undefined) return;
    const dataDir = variableOf(pid, 'PARLEY_DATA_DIR') ?? '';
    const server = await findRunningServer(join(dataDir, 'postgres'));
    found.push({ dataDir, postgres: server?.pid ?? 0 });
    process.kill(pid, 'SIGKILL');
  }
  let killed: Promise<void> | undefined;
  const bus = createServer((socket) => {
    socket.on('error', () => {});
    killed ??= killStarting();
  }).listen(port, '127.0.0.1');
  onTestFinished(() => void bus.close());

  await expect(startSystem('one-machine', { NATS_URL: url })).rejects.toThrow('ended');
  await killed;
  expect(found).toHaveLength(1);
  for (const { dataDir, postgres } of found) {
    expect(postgres).toBeGreaterThan(0);
    expect(isRunning(postgres)).toBe(false);
    expect(existsSync(dataDir)).toBe(false);
  }
});
