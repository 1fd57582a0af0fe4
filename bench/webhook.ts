import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@parley/prisma/embedded';
import { freePorts } from '@parley/prisma/free-port';
import { makeWorkerUtils } from 'graphile-worker';
import { median } from './measure.ts';
import { type Running, runProgram, startProgram } from './processes.ts';
import { measureSteady, withProviderToCustomer } from './provider-to-customer.ts';
import { type CountingReceiver, startCountingReceiver } from './webhook-receiver.ts';
import { BODY, ENCRYPTION_KEYS, openWebhookTables, SECRET, type WebhookTables } from './webhook-tables.ts';

const ROUNDS = 3;
/** Enough that what a process spends on getting warm does not count. */
const DELIVERIES = 60_000;
const KEYS = 20;
const CONCURRENCY = 64;
const GRAPHILE_JOBS = 30_000;
const FETCHED_AT_ONCE = 256;
const DEAD_WAITING = 200_000;
const TERMINAL = 2_000_000;
const ONE_KEY = 30_000;
const POLL_MS = 10;
const LONGEST_MS = 180_000;

interface Bench {
  receiver: CountingReceiver;
  tables: WebhookTables;
  databaseUrl: string;
  graphileUrl: string;
}

/** Deliveries a second, from the first arrival until `isDone`. */
async function timeUntil(receiver: CountingReceiver, count: number, isDone: () => Promise<boolean>): Promise<number> {
  for (
    const deadlineMs = performance.now() + LONGEST_MS;
    ;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  ) {
    if (receiver.count() >= count && (await isDone())) break;
    if (performance.now() > deadlineMs) throw new Error(`Only ${receiver.count()} of ${count} arrived.`);
  }
  return count / ((performance.now() - (receiver.firstAtMs() ?? 0)) / 1000);
}

/** An HMAC and a POST each, and nothing else: what undici and this machine can do. */
async function bareLoop({ receiver }: Bench): Promise<number> {
  receiver.reset();
  const variables = { RECEIVER_URL: receiver.url('/loop'), BODY, SECRET };
  const program = runProgram('bench/webhook-loop.ts', {
    ...variables,
    COUNT: String(DELIVERIES),
    CONCURRENCY: String(CONCURRENCY),
  });
  const rate = await timeUntil(receiver, DELIVERIES, async () => true);
  await program.exited;
  return rate;
}

/** One job per delivery, completed in batches; `fetch` is how many jobs a query takes when they are fetched in batches too. */
async function graphileWorker({ receiver, graphileUrl }: Bench, fetch: number | null): Promise<number> {
  const utils = await makeWorkerUtils({ connectionString: graphileUrl });
  await utils.migrate();
  await utils.withPgClient((client) =>
    client.query(
      `SELECT graphile_worker.add_job('deliver', json_build_object('body', $1::text)) FROM generate_series(1, $2::int)`,
      [BODY, GRAPHILE_JOBS],
    ),
  );
  receiver.reset();
  const program = runProgram('bench/webhook-graphile.ts', {
    DATABASE_URL: graphileUrl,
    RECEIVER_URL: receiver.url('/graphile'),
    SECRET,
    CONCURRENCY: String(CONCURRENCY),
    FETCH: String(fetch ?? ''),
  });
  const isDone = async (): Promise<boolean> =>
    utils.withPgClient(async (client) => {
      const { rows } = await client.query('SELECT EXISTS (SELECT 1 FROM graphile_worker._private_jobs) AS waits');
      return rows[0]?.waits === false;
    });
  const rate = await timeUntil(receiver, GRAPHILE_JOBS, isDone);
  await program.stop();
  await utils.release();
  return rate;
}

interface OurRun {
  rate: number;
  statementsEach: number;
}

/** services/webhook-delivery as it runs alone, until everything of these keys is delivered and logged. */
async function ours(bench: Bench, instanceIds: readonly string[], count: number): Promise<OurRun> {
  const [port = 0] = await freePorts(1);
  const metricsUrl = `http://127.0.0.1:${port}`;
  bench.receiver.reset();
  const worker: Running = await startProgram(
    'bench/webhook-worker.ts',
    {
      DATABASE_URL: bench.databaseUrl,
      PARLEY_ENCRYPTION_KEYS: ENCRYPTION_KEYS,
      PARLEY_EGRESS_ALLOW: '127.0.0.0/8',
      PARLEY_METRICS_PORT: String(port),
      LOG_LEVEL: 'warn',
    },
    metricsUrl,
  );
  try {
    const rate = await timeUntil(bench.receiver, count, () => bench.tables.isEmpty(instanceIds));
    // safe: prom-client's own form
    const metrics = (await (await fetch(metricsUrl)).json()) as { name: string; values: { value: number }[] }[];
    const statements = metrics.find(({ name }) => name === 'parley_webhook_statements_total')?.values[0]?.value ?? 0;
    return { rate, statementsEach: statements / count };
  } finally {
    await worker.stop();
  }
}

/** (a), (b) and (c) of webhook-delivery.md, in turn, so that all see the same machine. */
async function compare(bench: Bench): Promise<void> {
  const rates: Record<'loop' | 'graphile' | 'fetched' | 'ours' | 'statements', number[]> = {
    loop: [],
    graphile: [],
    fetched: [],
    ours: [],
    statements: [],
  };
  for (let round = 0; round < ROUNDS; round++) {
    rates.loop.push(await bareLoop(bench));
    rates.graphile.push(await graphileWorker(bench, null));
    rates.fetched.push(await graphileWorker(bench, FETCHED_AT_ONCE));
    const { tenantId, instanceIds } = await bench.tables.addKeys(
      Array.from({ length: KEYS }, (_, at) => bench.receiver.url(`/key${at}`)),
    );
    await bench.tables.commitEvents(tenantId, DELIVERIES / KEYS);
    const { rate, statementsEach } = await ours(bench, instanceIds, DELIVERIES);
    rates.ours.push(rate);
    rates.statements.push(statementsEach);
    await bench.tables.forgetEnded();
  }
  const [loop, graphile, fetched, own] = [rates.loop, rates.graphile, rates.fetched, rates.ours].map(median);
  if (!loop || !graphile || !fetched || !own) throw new Error('A rate of 0 is no measure.');
  const line = (name: string, rate: number, all: number[]): string =>
    `${name.padEnd(44)} ${rate.toFixed(0).padStart(6)}/s   (${all.map((one) => one.toFixed(0)).join(', ')})`;
  console.log(line(`(a) bare loop, ${CONCURRENCY} at once`, loop, rates.loop));
  console.log(line('(b) graphile-worker, a job per delivery', graphile, rates.graphile));
  console.log(line('    the same, and jobs fetched in batches', fetched, rates.fetched));
  console.log(line(`(c) Parley, ${KEYS} keys, logged`, own, rates.ours));
  console.log(
    `bench webhook: ${(own / graphile).toFixed(2)} × graphile-worker (goal 1.5), ${(own / fetched).toFixed(2)} × with batched fetching, ${(own / loop).toFixed(2)} × the bare loop (goal 0.4), ${median(rates.statements).toFixed(2)} SQL statements a delivery (goal 3)`,
  );
}

/** The rate of one healthy key: alone, and when `burden` is in the tables. */
async function underBurden(
  bench: Bench,
  name: string,
  goal: number,
  burden: (tenantId: number, instanceId: string) => Promise<void>,
): Promise<void> {
  const measure = async (): Promise<number> => {
    const { tenantId, instanceIds } = await bench.tables.addKeys([bench.receiver.url('/healthy')]);
    await bench.tables.commitEvents(tenantId, ONE_KEY);
    return (await ours(bench, instanceIds, ONE_KEY)).rate;
  };
  const without: number[] = [];
  const beside: number[] = [];
  for (let round = 0; round < ROUNDS; round++) without.push(await measure());
  const dead = await bench.tables.addKeys([bench.receiver.url('/hang')]);
  await burden(dead.tenantId, dead.instanceIds[0] ?? '');
  for (let round = 0; round < ROUNDS; round++) beside.push(await measure());
  await bench.tables.forgetEnded();
  const [alone, burdened] = [median(without), median(beside)];
  console.log(
    `${name}: ${burdened.toFixed(0)}/s against ${alone.toFixed(0)}/s, ratio ${(burdened / alone).toFixed(2)} (goal ${goal})`,
  );
}

/** Deliveries a second against what else there is, and what waits or has been must not slow them (webhook-delivery.md, How fast). */
export async function benchWebhook(): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'parley-bench-'));
  const postgres = await startEmbeddedPostgres({ dataDir: join(directory, 'postgres') });
  const receiver = await startCountingReceiver();
  const tables = await openWebhookTables(postgres.url);
  await tables.database.query({ text: 'CREATE DATABASE graphile' });
  const graphileUrl = new URL('/graphile', postgres.url).href;
  const bench: Bench = { receiver, tables, databaseUrl: postgres.url, graphileUrl };
  try {
    await withProviderToCustomer(measureSteady);
    await compare(bench);
    await underBurden(bench, `beside ${DEAD_WAITING} waiting for a dead receiver`, 0.8, (tenantId, instanceId) =>
      tables.pileUp(tenantId, instanceId, DEAD_WAITING),
    );
    await underBurden(bench, `with ${TERMINAL} ended deliveries in the tables`, 0.9, (tenantId, instanceId) =>
      tables.addDelivered(tenantId, instanceId, TERMINAL),
    );
  } finally {
    await tables.database.close();
    receiver.close();
    await postgres.stop();
    await rm(directory, { recursive: true, force: true });
  }
}
