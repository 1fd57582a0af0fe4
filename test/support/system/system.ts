import { type ChildProcess, spawn } from 'node:child_process';
import { appendFileSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeSandboxDriver, type SandboxDriver } from '@parley/sandbox/driver/sandbox-driver';
import { startPgBouncer } from '@parley/testing/database/pgbouncer';
import { findServerDirectory } from '@parley/testing/database/server-directory';
import { createTestDatabase } from '@parley/testing/database/test-database';
import { pollUntil } from '@parley/testing/poll-until';
import { startNatsServer } from '@parley/testing/servers/nats-server';
import { reservePorts } from '@parley/testing/servers/reserve-ports';
import { z } from 'zod';
import { callJson } from '../requests/call-json.ts';
import { type BalancerOptions, openBalancer } from './balancer.ts';
import { endSystem, hasEnded } from './end-system.ts';
import { startOwnSandbox } from './own-sandbox.ts';
import { answersAt, type PartAddress, type RunningPart, watchParts } from './part-readiness.ts';
import { commandOf, descendantsOf, variableOf } from './process-tree.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** one-machine: `npm start`. cluster: `npm run cluster`, over a real NATS server. */
export const FORMS = ['one-machine', 'cluster'] as const;
export type Form = (typeof FORMS)[number];

const Processes = z.array(z.object({ name: z.string(), pid: z.int() }));

/** The built product, running as a user runs it. */
export interface System {
  form: Form;
  origin: string;
  /** Every gateway's origin; one in the one-machine form. */
  origins: string[];
  /** The emulated providers, and people who use them. */
  sandbox: SandboxDriver;
  adminToken: string;
  /** Its PARLEY_DATA_DIR. */
  dataDir: string;
  /**
   * Running processes by name prefix (`send`, `gateway`, …); the one-machine form has `parley`, and below it `pairing`
   * and `bots` while a device or a bot needs them. Each of them must come back after a kill.
   */
  processes(name: string): Promise<RunningPart[]>;
  /** Restarts on the same data directory after a kill. */
  restart(): Promise<void>;
  /** Restarts without waiting until the system is ready. */
  relaunch(): Promise<void>;
  /** Waits until each process runs and is ready; processes that the test has killed do not count. */
  ready(): Promise<void>;
  kill(signal: NodeJS.Signals): void;
  output(): string;
  /** All output of its processes since the first start. */
  wholeOutput(): string;
  stop(): Promise<void>;
}

/** `npm start`, and the services with their own process below it. */
function processesOfOneMachine(pid: number | undefined): RunningPart[] {
  if (pid === undefined) return [];
  const below = descendantsOf(pid).flatMap((child) => {
    const [, name] = /services\/([a-z-]+)\/dist\/main\.js/.exec(commandOf(child)) ?? [];
    return name === undefined ? [] : [{ name, pid: child }];
  });
  return [{ name: 'parley', pid }, ...below];
}

const MAIN: Record<Form, string> = { 'one-machine': 'main.js', cluster: 'cluster.js' };
/** The beginning of the one-machine form's message when everything is ready. */
const WELCOME = 'Parley is ready';
/** Less than the 120 s of the waiting hooks, so that the failure shows the system's output. */
const FIRST_READY_WITHIN_MS = 100_000;
/** Shorter than the timeout of every test that waits for it. */
const READY_WITHIN_MS = 60_000;
/** Health ports of the cluster form's services: two for each, one for inbox and for files. */
const SERVICE_PROCESSES = 20;

/** The first of `count` consecutive free ports. */
async function reserveRow(count: number): Promise<number> {
  for (let attempt = 0; attempt < 4; attempt++) {
    const ports = await reservePorts(count);
    const [first = 0] = ports;
    if (ports.every((port, nth) => port === first + nth)) return first;
  }
  throw new Error(`There are no ${count} free ports in a row.`);
}

/** The one-machine form includes the metrics of its children while they answer it. */
function addressOf({ name, pid }: RunningPart, origins: readonly string[]): PartAddress | null {
  const [origin = ''] = origins;
  const [, gateway] = /^gateway-(\d+)$/.exec(name) ?? [];
  if (name === 'parley') return { url: `${origin}/readyz`, containing: '' };
  if (gateway !== undefined) return { url: `${origins[Number(gateway) - 1]}/readyz`, containing: '' };
  if (origins.length === 1) return { url: `${origin}/metrics`, containing: `${name}_process_start_time_seconds` };
  if (name === 'sandbox') return null;
  return { url: `http://127.0.0.1:${variableOf(pid, 'PARLEY_HEALTH_PORT')}/readyz`, containing: '' };
}

/** A database of the run's server behind PgBouncer in transaction mode (docs/operations/database.md). */
async function startPooledDatabase() {
  const database = await createTestDatabase();
  const pooler = await startPgBouncer(database.url);
  return {
    variables: { DATABASE_URL: pooler.urlOf(database.url), DATABASE_DIRECT_URL: database.url },
    async stop() {
      await pooler.stop();
      await database.drop();
    },
  };
}

export interface SystemOptions {
  ownSandbox?: boolean;
  ownNats?: boolean;
  together?: boolean;
  pooled?: boolean;
  root?: string;
  answered?: BalancerOptions['answered'];
}

/**
 * Starts the product from its build, on free ports and a new data directory. With `ownSandbox` the providers run in a
 * process that no kill of Parley affects; with `ownNats` the variables name the NATS server; with `together` the services
 * of a cluster share processes by kind; with `pooled` the database is behind PgBouncer. `root` is the folder of another
 * build, which may be a symbolic link that later names yet another one. With `answered` a load balancer is the origin of
 * callers and providers, and reports each answer.
 */
export async function startSystem(
  form: Form,
  variables: Record<string, string> = {},
  { ownSandbox = false, ownNats = false, together = false, pooled = false, root = ROOT, answered }: SystemOptions = {},
): Promise<System> {
  const [port = 0, secondPort = 0, sandboxPort = 0, smtpPort = 0] = await reservePorts(4);
  // Services that share processes connect as the users of docker-compose.yml, to the server that the product starts.
  const nats = form === 'cluster' && !ownNats && !together ? await startNatsServer() : null;
  const dataDir = await mkdtemp(join(await findServerDirectory(), 'parley-e2e-'));
  const outputDir = await mkdtemp(join(tmpdir(), 'parley-output-'));
  const gateway = `http://127.0.0.1:${port}`;
  const sandboxUrl = `http://127.0.0.1:${sandboxPort}`;
  const origins = form === 'cluster' ? [gateway, `http://127.0.0.1:${secondPort}`] : [gateway];
  const balancer = answered ? await openBalancer(origins, { answered }) : null;
  const origin = balancer?.origin ?? gateway;
  const pooledDatabase = pooled ? await startPooledDatabase() : null;
  const provider = ownSandbox ? startOwnSandbox(sandboxPort, smtpPort, origin) : null;
  const environment = {
    ...process.env,
    ...(form === 'cluster' ? { PARLEY_HEALTH_PORT: String(await reserveRow(SERVICE_PROCESSES)) } : {}),
    NODE_ENV: 'test',
    PARLEY_PORT: String(port),
    PARLEY_SECOND_GATEWAY_PORT: String(secondPort),
    PARLEY_SANDBOX_PORT: String(sandboxPort),
    PARLEY_SANDBOX: 'true',
    PARLEY_DATA_DIR: dataDir,
    PARLEY_PUBLIC_URL: origin,
    // Small enough for a test to fill.
    PARLEY_UPLOAD_TENANT_MB: '100',
    // Tests that kill senders request more confirmations than a person would.
    PARLEY_MESSAGE_LIMITS: ['email', 'sms']
      .flatMap((way) => ['tenant', 'deployment'].map((scope) => `confirmation-${way}.${scope}=100000/100000`))
      .join(),
    PARLEY_PLAN_LIMITS: 'recipients=10000',
    // Addresses for the deployment's own AI keys, if a test sets any.
    PARLEY_AI_OPENAI_URL: `${sandboxUrl}/v1`,
    PARLEY_AI_ANTHROPIC_URL: `${sandboxUrl}/v1`,
    PARLEY_AI_GOOGLE_URL: `${sandboxUrl}/v1beta`,
    PARLEY_WEBHOOK_RETRY_SCHEDULE: '0.2,0.5,1,2,2,2,2,2,2',
    LOG_LEVEL: 'warn',
    ...(nats ? { NATS_URL: nats.url } : {}),
    ...pooledDatabase?.variables,
    ...provider?.variables,
    ...variables,
  };
  let output = '';
  let isWelcome = false;
  let hasStarted = false;
  const outputFile = join(outputDir, 'output.log');
  let child: ChildProcess;
  const launch = (): void => {
    isWelcome = form === 'cluster';
    const program = join(root, 'apps/parley/dist', MAIN[form]);
    // Its children start where the link leads at that moment.
    const flags = root === ROOT ? [] : ['--preserve-symlinks-main'];
    child = spawn(process.execPath, [...flags, program, ...(together ? ['--together'] : [])], {
      cwd: root,
      env: environment,
      stdio: 'pipe',
    });
    const keep = (chunk: Buffer): void => {
      output = (output + chunk.toString()).slice(-200_000);
      // Before the welcome the demo connects its channels through dialogs that tests preset.
      isWelcome ||= output.includes(WELCOME, Math.max(0, output.length - chunk.length - WELCOME.length));
      appendFileSync(outputFile, chunk);
    };
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
  };
  const listParts = async (): Promise<RunningPart[]> =>
    form === 'one-machine'
      ? processesOfOneMachine(child.pid)
      : Processes.parse(JSON.parse(await readFile(join(dataDir, 'processes.json'), 'utf8')));
  const parts = watchParts(listParts, (part) => addressOf(part, origins));
  const ready = async (deadlineMs = READY_WITHIN_MS): Promise<void> => {
    let missing: string[] = [];
    const look = async (): Promise<true | null> => {
      if (!hasStarted && hasEnded(child)) throw new Error(`${form} ended in its first start; it said:\n${output}`);
      missing = isWelcome ? await parts.findMissing() : ['its welcome'];
      // The sandbox has no health port, and is a separate process if kills must not affect it.
      if (missing.length === 0 && !(await answersAt(sandboxUrl))) missing = ['the sandbox'];
      return missing.length === 0 || null;
    };
    const what = (): string => `${form} to be ready, without ${missing.join(', ')}; it said:\n${output}`;
    // Each check reads the process table, or asks twenty processes: a faster poll would slow down the start.
    await pollUntil(look, { deadlineMs, everyMs: 100, what });
  };
  const itsEnd = (): string => `${form} to end; it said:\n${output}`;
  const relaunch = async (): Promise<void> => {
    await pollUntil(() => hasEnded(child) || null, { what: itsEnd });
    launch();
  };
  launch();
  // An aborted test run must not leave it running.
  const endWithUs = (): void => {
    child.kill('SIGTERM');
    provider?.stop();
  };
  process.once('exit', endWithUs);
  const stop = async (): Promise<void> => {
    await endSystem(child, dataDir, itsEnd);
    process.off('exit', endWithUs);
    provider?.stop();
    balancer?.close();
    await nats?.stop();
    await pooledDatabase?.stop();
    await rm(dataDir, { recursive: true, force: true });
    await rm(outputDir, { recursive: true, force: true });
  };
  await ready(FIRST_READY_WITHIN_MS).catch(async (error: unknown) => {
    await stop().catch(endWithUs);
    throw error;
  });
  hasStarted = true;
  // safe: only the product writes the file
  const { adminToken } = JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8')) as { adminToken: string };

  return {
    form,
    origin,
    origins,
    sandbox: makeSandboxDriver({
      url: sandboxUrl,
      // Records the values sent to the sandbox as private: the log must not contain them.
      request: (method, url, body) => callJson(method, url, { body }),
    }),
    adminToken,
    dataDir,
    processes: async (name) => (await parts.list()).filter((part) => part.name.startsWith(name)),
    ready: () => ready(),
    relaunch,
    async restart() {
      await relaunch();
      await ready();
    },
    kill: (signal) => void child.kill(signal),
    output: () => output,
    wholeOutput: () => readFileSync(outputFile, 'utf8'),
    stop,
  };
}
