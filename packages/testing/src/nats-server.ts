import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect as connectSocket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '@parley/prisma/free-port';
import { pollUntil } from './poll-until.ts';

/** A NATS server of the test's own, on a port that stays the same over a restart. */
export interface NatsServer {
  url: string;
  port: number;
  stop(): Promise<void>;
  /** SIGKILL. */
  kill(): Promise<void>;
  /** Starts it again on the same port. */
  restart(): Promise<void>;
}

const INSTALL = 'The NATS tests need nats-server: install it (Debian: apt-get install nats-server).';
const POLICY = '/usr/sbin/policy-rc.d';
const MAX_PAYLOAD_BYTES = 8 * 1024 * 1024;

function isInstalled(): boolean {
  try {
    execFileSync('nats-server', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Makes sure that there is a `nats-server`: on the PATH, or installed now from Debian's packages when root. */
export function ensureNatsServer(): void {
  if (isInstalled()) return;
  if (process.getuid?.() !== 0) throw new Error(INSTALL);
  const hadPolicy = existsSync(POLICY);
  try {
    // The package would start a service of its own. A policy that is there already decides.
    if (!hadPolicy) writeFileSync(POLICY, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
    execFileSync('apt-get', ['update'], { stdio: 'ignore' });
    // Another test file may be at it.
    const install = ['install', '-y', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=300', 'nats-server'];
    execFileSync('apt-get', install, { stdio: 'ignore' });
  } catch (cause) {
    throw new Error(INSTALL, { cause });
  } finally {
    if (!hadPolicy) rmSync(POLICY, { force: true });
  }
  if (!isInstalled()) throw new Error(INSTALL);
}

const accepts = (port: number): Promise<true | null> =>
  new Promise((resolve) => {
    const socket = connectSocket(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(null));
  });

/** Starts a NATS server on loopback. */
export async function startNatsServer(): Promise<NatsServer> {
  ensureNatsServer();
  const port = await findFreePort();
  const directory = mkdtempSync(join(tmpdir(), 'parley-nats-'));
  const config = join(directory, 'nats.conf');
  writeFileSync(config, `listen: "127.0.0.1:${port}"\nmax_payload: ${MAX_PAYLOAD_BYTES}\n`);
  let child: ChildProcess;
  const start = async (): Promise<void> => {
    child = spawn('nats-server', ['-c', config], { stdio: 'ignore' });
    await pollUntil(() => accepts(port), { deadlineMs: 10_000, what: () => `nats-server on port ${port}` });
  };
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await exited;
  };
  // A test run that ends early must not leave it behind.
  const endWithUs = (): void => void child.kill('SIGKILL');
  process.once('exit', endWithUs);
  await start();
  return {
    url: `nats://127.0.0.1:${port}`,
    port,
    kill: () => end('SIGKILL'),
    restart: async () => {
      await end('SIGKILL');
      await start();
    },
    async stop() {
      await end('SIGTERM');
      process.off('exit', endWithUs);
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
