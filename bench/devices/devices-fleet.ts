import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BusClient, makeBusClient } from '@parley/bus/bus-client';
import { connectNatsCarrier } from '@parley/bus/carriers/nats-carrier';
import { makeLogger } from '@parley/bus/logging/logger';
import { createSession } from '@parley/common/contracts/sessions/create-session';
import { sessionQr } from '@parley/common/contracts/sessions/session-qr';
import { connectDatabase } from '@parley/database/connection/connect-database';
import { migrate } from '@parley/database/migrations/migrate';
import { startEmbeddedPostgres } from '@parley/embedded-postgres/start';
import { type DeviceDriver, makeSandboxDriver } from '@parley/sandbox/driver/sandbox-driver';
import { SANDBOX_SEED } from '@parley/sandbox/seed';
import { makeTestTenant } from '@parley/testing/factories/test-tenant';
import { pollUntil } from '@parley/testing/poll-until';
import { startNatsServer } from '@parley/testing/servers/nats-server';
import { reservePorts } from '@parley/testing/servers/reserve-ports';
import { startProgram } from '../system/processes.ts';
import { startCountingInbound } from './devices-inbound.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const WITHIN_MS = 120_000;
const FIRST_NUMBER = 15_550_000_000;

/** A linked device of the bench. */
export interface BenchDevice {
  number: string;
  /** Id of the connection. */
  externalId: string;
}

/** One worker of services/pairing, as the cluster form runs it. */
export interface BenchWorker {
  /** Resident and heap memory in bytes, after a garbage collection. */
  memory(): Promise<{ resident: number; heap: number }>;
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

export interface Fleet {
  tenantId: number;
  bus: BusClient;
  /** Messages that devices received and forwarded. */
  heard(): number;
  startWorker(): Promise<BenchWorker>;
  /** Links phones until there are `count`. */
  growTo(count: number): Promise<readonly BenchDevice[]>;
  devices(): readonly BenchDevice[];
  /** Size of the devices' keys in PostgreSQL, table and indexes, in bytes. */
  storedBytes(): Promise<number>;
  /** The emulated network: people with phones, and faults of devices. */
  network: DeviceDriver;
  /** Waits until every device has one socket at the network. */
  untilAllConnected(): Promise<void>;
}

async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024;
}

async function launchWorker(environment: Record<string, string>): Promise<BenchWorker> {
  const [healthPort = 0] = await reservePorts(1);
  const health = `http://127.0.0.1:${healthPort}`;
  const flags = ['--max-semi-space-size=32', '--import', 'tsx', '--import', `${ROOT}bench/devices/devices-collect.ts`];
  const child: ChildProcess = spawn(process.execPath, [...flags, `${ROOT}services/pairing/dist/main.js`], {
    env: { ...process.env, LOG_LEVEL: 'error', ...environment, PARLEY_HEALTH_PORT: String(healthPort) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const ready = (): Promise<true | null> =>
    fetch(`${health}/readyz`).then(
      ({ ok }) => ok || null,
      () => null,
    );
  await pollUntil(ready, { deadlineMs: WITHIN_MS, what: () => 'the worker to be ready' });
  return {
    async memory() {
      // The second collection frees what finalizers of the first one released.
      for (let round = 0; round < 3; round++) {
        child.kill('SIGUSR2');
        await new Promise((resolve) => setTimeout(resolve, 1500));
      }
      const metrics = await (await fetch(`${health}/metrics`)).text();
      const heap = Number(/^nodejs_heap_size_used_bytes\S* (\S+)/m.exec(metrics)?.[1] ?? 0);
      return { resident: await residentBytes(child.pid ?? 0), heap };
    },
    async end(signal) {
      child.kill(signal);
      await exited;
    },
  };
}

async function startNetwork(): Promise<{ url: string; port: number; stop(): Promise<void> }> {
  const [port = 0] = await reservePorts(1);
  const url = `http://127.0.0.1:${port}`;
  const sandbox = { PARLEY_SANDBOX: 'true', PARLEY_SANDBOX_PORT: String(port) };
  const { stop } = await startProgram('apps/sandbox/dist/main.js', sandbox, `${url}/sandbox/devices`);
  return { url, port, stop };
}

/** Runs `work` with a database, a NATS server and an emulated network, each a separate process. */
export async function withFleet(work: (fleet: Fleet) => Promise<void>): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'parley-bench-'));
  const postgres = await startEmbeddedPostgres({ dataDir: join(directory, 'postgres') });
  await migrate(postgres.url);
  const database = connectDatabase({ url: postgres.url });
  const nats = await startNatsServer();
  const { url, port, stop } = await startNetwork();
  const logger = makeLogger({ level: 'error', name: 'bench', destination: process.stderr });
  const carrier = await connectNatsCarrier({ url: nats.url, name: 'bench', logger });
  const bus = makeBusClient(carrier, { logger });
  const inbound = await startCountingInbound(carrier, logger);
  const tenant = await makeTestTenant(database, ['wd']);
  const context = { requestId: 'req_bench', caller: tenant.caller };
  const devices: BenchDevice[] = [];
  const environment = {
    DATABASE_URL: postgres.url,
    NATS_URL: nats.url,
    PARLEY_ENCRYPTION_KEYS: `k1:${randomBytes(32).toString('base64')}`,
    PARLEY_WHATSAPP_WEB_URL: `ws://127.0.0.1:${port}/ws/chat`,
    PARLEY_WHATSAPP_WEB_ROOT_KEY: SANDBOX_SEED.deviceNetwork.rootKey,
  };
  const network = makeSandboxDriver({ url }).devices;
  // As the real network: a new device uploads all its prekeys.
  await network.changeSettings({ initial_pre_keys: 'full' });
  const untilAllConnected = async (): Promise<void> => {
    const all = async () => (await network.devices()).totals.sockets === devices.length || null;
    await pollUntil(all, { deadlineMs: WITHIN_MS, everyMs: 100, what: () => `all ${devices.length} devices` });
  };
  const link = async (): Promise<void> => {
    const number = String(FIRST_NUMBER + devices.length);
    const device = { number, externalId: '' };
    devices.push(device);
    await network.putPhone({ number });
    const session = await bus.call(createSession, { label: number }, context);
    const shown = await bus.call(sessionQr, { sessionToken: session.sessionToken }, context);
    await network.scan(number, shown.qr);
    device.externalId = String(session.accountId);
  };
  try {
    await work({
      tenantId: tenant.id,
      bus,
      heard: inbound.messages,
      startWorker: () => launchWorker(environment),
      devices: () => devices,
      async storedBytes() {
        const { rows } = await database.pool.query<{ bytes: string }>(
          `SELECT pg_total_relation_size('device_keys') AS bytes`,
        );
        return Number(rows[0]?.bytes);
      },
      network,
      untilAllConnected,
      async growTo(count) {
        const line = async (): Promise<void> => {
          while (devices.length < count) await link();
        };
        await Promise.all(Array.from({ length: 4 }, line));
        await untilAllConnected();
        return devices;
      },
    });
  } finally {
    await inbound.service.close();
    await carrier.close();
    await stop();
    await nats.stop();
    await database.close();
    await postgres.stop();
    await rm(directory, { recursive: true, force: true });
  }
}
