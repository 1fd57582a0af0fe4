import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeWorkerUtils } from 'graphile-worker';
import { median } from '../measure/measure.ts';
import { showCost } from '../measure/rounds.ts';
import { type BenchOptions, durationsOf } from '../options.ts';
import { openFilled } from '../system/filled-database.ts';
import { runProgram } from '../system/processes.ts';
import {
  type Delivered,
  type DeliveryBench,
  deliver,
  KEYS,
  type OurRun,
  timeUntil,
  withDeliveryBench,
} from './webhook-deliver.ts';
import { BODY, openWebhookTables, SECRET, type WebhookTables } from './webhook-tables.ts';

const CONCURRENCY = 64;
const FETCHED_AT_ONCE = 256;
/** Large enough to make a process's warm-up negligible; a hundredth with --quick. */
const COUNTS = { deliveries: 60_000, graphileJobs: 30_000, deadWaiting: 200_000, terminal: 2_000_000, oneKey: 30_000 };
const QUICK_SHARE = 100;

interface Bench extends DeliveryBench {
  graphileUrl: string;
  rounds: number;
  counts: typeof COUNTS;
  /** Whether the tables contain other rows, which stay in them. */
  isFilled: boolean;
}

/** Only an HMAC and a POST per delivery: the limit of undici and this machine. */
async function bareLoop({ receiver, counts: { deliveries } }: Bench): Promise<Delivered> {
  receiver.reset();
  const variables = { RECEIVER_URL: receiver.url('/loop'), BODY, SECRET };
  const program = runProgram('bench/webhook/webhook-loop.ts', {
    ...variables,
    COUNT: String(deliveries),
    CONCURRENCY: String(CONCURRENCY),
  });
  const delivered = await timeUntil(receiver, { own: program.pid, postgres: null }, deliveries, async () => true);
  await program.stop();
  return delivered;
}

/**
 * One job per delivery, completed in batches; `fetch` is the number of jobs per query when they are fetched in batches
 * too.
 */
async function graphileWorker(bench: Bench, fetch: number | null): Promise<Delivered> {
  const { receiver, graphileUrl, postgresPid, counts } = bench;
  const utils = await makeWorkerUtils({ connectionString: graphileUrl });
  await utils.migrate();
  await utils.withPgClient((client) =>
    client.query(
      `SELECT count(*) FROM graphile_worker.add_jobs(ARRAY(
         SELECT json_populate_record(NULL::graphile_worker.job_spec,
                  json_build_object('identifier', 'deliver', 'payload', json_build_object('body', $1::text)))
           FROM generate_series(1, $2::int)))`,
      [BODY, counts.graphileJobs],
    ),
  );
  receiver.reset();
  const program = runProgram('bench/webhook/webhook-graphile.ts', {
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
  const processes = { own: program.pid, postgres: postgresPid };
  const delivered = await timeUntil(receiver, processes, counts.graphileJobs, isDone);
  await program.stop();
  await utils.release();
  return delivered;
}

/** Bare loop, graphile-worker and Parley, alternately, so that all see the same machine. */
async function compare(bench: Bench): Promise<void> {
  const { deliveries } = bench.counts;
  const loops: Delivered[] = [];
  const singles: Delivered[] = [];
  const batches: Delivered[] = [];
  const ownRuns: OurRun[] = [];
  for (let round = 0; round < bench.rounds; round++) {
    loops.push(await bareLoop(bench));
    singles.push(await graphileWorker(bench, null));
    batches.push(await graphileWorker(bench, FETCHED_AT_ONCE));
    const { tenantId, instanceIds } = await bench.tables.addKeys(
      Array.from({ length: KEYS }, (_, at) => bench.receiver.url(`/key${at}`)),
    );
    await bench.tables.commitEvents(tenantId, deliveries / KEYS);
    ownRuns.push(await deliver(bench, instanceIds, deliveries));
    if (!bench.isFilled) await bench.tables.forgetEnded();
  }
  const print = (name: string, runs: readonly Delivered[]): void => {
    const middle = (figure: (of: Delivered) => number): number => median(runs.map(figure));
    const cost = { own: middle((one) => one.cost.own), postgres: middle((one) => one.cost.postgres), bus: 0 };
    const all = runs.map(({ perSecond }) => perSecond.toFixed(0)).join(', ');
    const rate = middle(({ perSecond }) => perSecond).toFixed(0);
    console.log(`${name.padEnd(44)} ${rate.padStart(6)}/s   ${showCost(cost)}   (${all})`);
  };
  print(`(a) bare loop, ${CONCURRENCY} at once`, loops);
  print('(b) graphile-worker, a job per delivery', singles);
  print('    the same, and jobs fetched in batches', batches);
  print(`(c) Parley, ${KEYS} keys, logged`, ownRuns);
  const against = (runs: readonly Delivered[], figure: (of: Delivered) => number): string =>
    median(ownRuns.map((own, round) => figure(own) / figure(runs[round] ?? own))).toFixed(2);
  const best =
    median(batches.map((one) => one.perSecond)) > median(singles.map((one) => one.perSecond)) ? batches : singles;
  const rate = ({ perSecond }: Delivered): number => perSecond;
  console.log(
    `bench webhook: ${against(best, rate)} × graphile-worker at its best (goal 1.5), ${against(singles, rate)} × without batched fetching, ${against(loops, rate)} × the bare loop (goal 0.5), ${median(ownRuns.map((own) => own.statementsEach)).toFixed(2)} SQL statements a delivery (goal 3); CPU a delivery against graphile-worker at its best: PostgreSQL ${against(best, ({ cost }) => cost.postgres)} ×, Parley ${against(best, ({ cost }) => cost.own)} ×, against the bare loop: Parley ${against(loops, ({ cost }) => cost.own)} ×`,
  );
}

/** The rate of one healthy key, alternately with nothing else in the tables, and in a database with `burden`. */
async function underBurden(
  bench: Bench,
  name: string,
  goal: number,
  burden: (tables: WebhookTables, tenantId: number, instanceId: string) => Promise<void>,
): Promise<void> {
  const measure = async (on: Bench): Promise<number> => {
    const { tenantId, instanceIds } = await on.tables.addKeys([on.receiver.url('/healthy')]);
    await on.tables.commitEvents(tenantId, on.counts.oneKey);
    return (await deliver(on, instanceIds, on.counts.oneKey)).perSecond;
  };
  await bench.tables.database.query({ text: 'CREATE DATABASE burdened' });
  const databaseUrl = new URL('/burdened', bench.databaseUrl).href;
  const burdened: Bench = { ...bench, databaseUrl, tables: await openWebhookTables(databaseUrl) };
  const alone: number[] = [];
  const beside: number[] = [];
  try {
    const dead = await burdened.tables.addKeys([bench.receiver.url('/hang')]);
    await burden(burdened.tables, dead.tenantId, dead.instanceIds[0] ?? '');
    for (let round = 0; round < bench.rounds; round++) {
      alone.push(await measure(bench));
      beside.push(await measure(burdened));
    }
  } finally {
    await burdened.tables.database.close();
  }
  await bench.tables.database.query({ text: 'DROP DATABASE burdened' });
  await bench.tables.forgetEnded();
  const ratio = median(beside.map((rate, round) => rate / (alone[round] ?? rate)));
  console.log(
    `${name}: ${median(beside).toFixed(0)}/s against ${median(alone).toFixed(0)}/s, ratio ${ratio.toFixed(2)} (goal ${goal}), median of ${bench.rounds} rounds`,
  );
}

async function measureBurdens(bench: Bench): Promise<void> {
  const { deadWaiting, terminal } = bench.counts;
  const waiting = `beside ${deadWaiting} waiting for a dead receiver`;
  await underBurden(bench, waiting, 0.95, (tables, tenantId, instanceId) =>
    tables.pileUp(tenantId, instanceId, deadWaiting),
  );
  const ended = `with ${terminal} ended deliveries in the tables`;
  await underBurden(bench, ended, 0.95, (tables, tenantId, instanceId) =>
    tables.addDelivered(tenantId, instanceId, terminal),
  );
}

/** The directory of the database; a filled one is kept. */
async function openHome(options: BenchOptions): Promise<{ home: string; forget: () => Promise<void> }> {
  if (options.rows !== null)
    return { home: await openFilled(options.dataDir, options.rows), forget: async () => undefined };
  const home = await mkdtemp(join(tmpdir(), 'parley-bench-'));
  return { home, forget: () => rm(home, { recursive: true, force: true }) };
}

/**
 * Deliveries per second in the presence of other rows: waiting and past deliveries must not slow new ones.
 * services/webhook-delivery runs alone here, so the form makes no difference.
 */
export async function benchWebhook(options: BenchOptions): Promise<void> {
  const { home, forget } = await openHome(options);
  const share = options.quick ? QUICK_SHARE : 1;
  try {
    await withDeliveryBench(home, async (parts) => {
      await parts.tables.database.query({ text: 'DROP DATABASE IF EXISTS graphile' });
      await parts.tables.database.query({ text: 'CREATE DATABASE graphile' });
      const bench: Bench = {
        ...parts,
        graphileUrl: new URL('/graphile', parts.databaseUrl).href,
        rounds: durationsOf(options).rounds,
        counts: {
          deliveries: COUNTS.deliveries / share,
          graphileJobs: COUNTS.graphileJobs / share,
          deadWaiting: COUNTS.deadWaiting / share,
          terminal: COUNTS.terminal / share,
          oneKey: COUNTS.oneKey / share,
        },
        isFilled: options.rows !== null,
      };
      await compare(bench);
      if (!bench.isFilled) await measureBurdens(bench);
    });
  } finally {
    await forget();
  }
}
