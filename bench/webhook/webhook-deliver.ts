import { join } from 'node:path';
import { startEmbeddedPostgres } from '@parley/embedded-postgres/start';
import { bundleProgram } from '@parley/testing/programs/bundle-program';
import { reservePorts } from '@parley/testing/servers/reserve-ports';
import { type Cost, costBetween, type Processes, readCost } from '../measure/cost.ts';
import { type Running, startProgram } from '../system/processes.ts';
import { type CountingReceiver, startCountingReceiver } from './webhook-receiver.ts';
import { ENCRYPTION_KEYS, openWebhookTables, type WebhookTables } from './webhook-tables.ts';

const POLL_MS = 10;
const MAX_MS = 180_000;

/** The keys among which deliveries are divided. */
export const KEYS = 20;

/** A database with Parley's tables, and a receiver of webhooks. */
export interface DeliveryBench {
  receiver: CountingReceiver;
  tables: WebhookTables;
  databaseUrl: string;
  postgresPid: number;
}

/** Starts PostgreSQL in `home` and a receiver, runs `work`, and stops both. */
export async function withDeliveryBench(home: string, work: (bench: DeliveryBench) => Promise<void>): Promise<void> {
  const postgres = await startEmbeddedPostgres({ dataDir: join(home, 'postgres') });
  const receiver = await startCountingReceiver();
  const tables = await openWebhookTables(postgres.url);
  try {
    await work({ receiver, tables, databaseUrl: postgres.url, postgresPid: postgres.pid });
  } finally {
    await tables.database.close();
    receiver.close();
    await postgres.stop();
  }
}

/** The result of one delivery method in one round. */
export interface Delivered {
  perSecond: number;
  /** Milliseconds of CPU per delivery. */
  cost: Cost;
}

/** Deliveries per second and the cost of each, from the first arrival until `isDone`. */
export async function timeUntil(
  receiver: CountingReceiver,
  processes: Processes,
  count: number,
  isDone: () => Promise<boolean>,
): Promise<Delivered> {
  let before: Cost | null = null;
  for (const deadlineMs = performance.now() + MAX_MS; ; await new Promise((resolve) => setTimeout(resolve, POLL_MS))) {
    if (receiver.count() > 0) before ??= await readCost(processes);
    if (receiver.count() >= count && (await isDone())) break;
    if (performance.now() > deadlineMs) throw new Error(`Only ${receiver.count()} of ${count} arrived.`);
  }
  const after = await readCost(processes);
  return {
    perSecond: count / ((performance.now() - (receiver.firstAtMs() ?? 0)) / 1000),
    cost: costBetween(before ?? after, after, count),
  };
}

export interface OurRun extends Delivered {
  statementsEach: number;
}

/**
 * Runs services/webhook-delivery alone until every delivery of these keys is delivered and logged. `feed` commits
 * events while it runs.
 */
export async function deliver(
  bench: DeliveryBench,
  instanceIds: readonly string[],
  count: number,
  feed: () => Promise<unknown> = async () => undefined,
): Promise<OurRun> {
  const [port = 0] = await reservePorts(1);
  const metricsUrl = `http://127.0.0.1:${port}`;
  bench.receiver.reset();
  const worker: Running = await startProgram(
    bundleProgram(new URL('webhook-worker.ts', import.meta.url)),
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
    const processes = { own: worker.pid, postgres: bench.postgresPid };
    const isDone = (): Promise<boolean> => bench.tables.isEmpty(instanceIds);
    const [delivered] = await Promise.all([timeUntil(bench.receiver, processes, count, isDone), feed()]);
    // safe: prom-client's own form
    const metrics = (await (await fetch(metricsUrl)).json()) as { name: string; values: { value: number }[] }[];
    const statements = metrics.find(({ name }) => name === 'parley_webhook_statements_total')?.values[0]?.value ?? 0;
    return { ...delivered, statementsEach: statements / count };
  } finally {
    await worker.stop();
  }
}
