import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { makeReceive } from '../inbound/inbound.ts';
import { median, openLoop, saturate } from '../measure/measure.ts';
import { readMemory } from '../measure/memory.ts';
import { type Candidate, type Load, measure, print, showCost } from '../measure/rounds.ts';
import { type BenchOptions, durationsOf } from '../options.ts';
import { CONNECTIONS, EVERYBODY, makeSendCaller } from '../send/send.ts';
import { type Customer, startCustomer } from '../system/customer.ts';
import { openOtherDatabase } from '../system/open-other-database.ts';
import { openWindows } from '../system/parley.ts';
import { type BenchSystem, withSystem } from '../system/system.ts';
import { deliver, KEYS, withDeliveryBench } from '../webhook/webhook-deliver.ts';
import { measureConsoles, measureDevices } from './capacity-at-rest.ts';
import { type Carried, sizeTable, type Work, workTable } from './capacity-table.ts';

const DELIVERIES = 10_000;
const QUICK_DELIVERIES = 400;
const MESSAGES_PER_DAY = [100_000, 1_000_000, 10_000_000];
const SENT_SHARE = 0.5;
const DAYS_KEPT = 90;

const GB = 1024 ** 3;

/** The median of each figure over the rounds. */
function middleOf(rounds: readonly Carried[]): Carried {
  const middle = (figure: (of: Carried) => number): number => median(rounds.map(figure));
  return {
    perSecond: middle(({ perSecond }) => perSecond),
    cost: {
      own: middle(({ cost }) => cost.own),
      postgres: middle(({ cost }) => cost.postgres),
      bus: middle(({ cost }) => cost.bus),
    },
  };
}

/** Reads the size of Parley's database in bytes, over another database. */
async function databaseBytes(url: string): Promise<number> {
  const { client, database } = await openOtherDatabase(url);
  try {
    const { rows } = await client.query('SELECT pg_database_size($1)::float8 AS bytes', [database]);
    return rows[0]?.bytes ?? 0;
  } finally {
    await client.end();
  }
}

/** Measures one kind of work at saturation and at half of it, and the growth of the database. */
async function measureWork(candidate: Candidate, databaseUrl: string, options: BenchOptions): Promise<Work> {
  const { rounds, warmUpSeconds, saturationSeconds, openLoopSeconds } = durationsOf(options);
  const warm = await saturate(CONNECTIONS, warmUpSeconds, candidate.call);
  await candidate.arrivals?.wait(warm.count);
  const bytesBefore = await databaseBytes(databaseUrl);
  let operations = 0;
  const carry = async (load: Load): Promise<Carried> => {
    const measured = await measure(candidate, load);
    print(candidate, measured);
    if (measured.answered.failed > 0) throw new Error(`${candidate.name}: ${measured.answered.failed} failed.`);
    operations += measured.answered.count;
    return { perSecond: measured.done.perSecond, cost: measured.cost };
  };
  const repeat = async (load: Load): Promise<Carried> => {
    const all: Carried[] = [];
    for (let at = 0; at < rounds; at++) all.push(await carry(load));
    return middleOf(all);
  };
  const saturated = await repeat({ connections: CONNECTIONS, seconds: saturationSeconds });
  const perSecond = Math.max(1, Math.floor(saturated.perSecond / 2));
  const half = await repeat({ perSecond, seconds: openLoopSeconds });
  return {
    name: candidate.name,
    saturated,
    half: { ...half, perSecond },
    bytes: ((await databaseBytes(databaseUrl)) - bytesBefore) / operations,
  };
}

function shown(what: string, carried: Carried): Carried {
  console.log(`deliveries ${what}: ${carried.perSecond.toFixed(0)}/s   ${showCost(carried.cost)}`);
  return carried;
}

/** Deliveries of a single worker: events that wait, then events that come at half of that rate. */
async function measureDeliveries({ quick }: BenchOptions, rounds: number): Promise<Work> {
  const count = quick ? QUICK_DELIVERIES : DELIVERIES;
  const home = await mkdtemp(join(tmpdir(), 'parley-bench-'));
  const saturated: Carried[] = [];
  const half: Carried[] = [];
  let bytes = 0;
  try {
    await withDeliveryBench(home, async (bench) => {
      const addKeys = () => bench.tables.addKeys(Array.from({ length: KEYS }, (_, at) => bench.receiver.url(`/${at}`)));
      const bytesBefore = await databaseBytes(bench.databaseUrl);
      for (let at = 0; at < rounds; at++) {
        const { tenantId, instanceIds } = await addKeys();
        await bench.tables.commitEvents(tenantId, count / KEYS);
        saturated.push(shown('of waiting events', await deliver(bench, instanceIds, count)));
      }
      bytes = ((await databaseBytes(bench.databaseUrl)) - bytesBefore) / (rounds * count);
      const perSecond = Math.max(1, Math.floor(middleOf(saturated).perSecond / KEYS / 2));
      for (let at = 0; at < rounds; at++) {
        const { tenantId, instanceIds } = await addKeys();
        const feed = () =>
          openLoop(perSecond, count / KEYS / perSecond, async () => {
            await bench.tables.commitEvents(tenantId, 1);
            return true;
          });
        half.push(shown('at half', await deliver(bench, instanceIds, count, feed)));
      }
    });
  } finally {
    await rm(home, { recursive: true, force: true });
  }
  return { name: 'deliveries of a worker', saturated: middleOf(saturated), half: middleOf(half), bytes };
}

async function measureMessages(system: BenchSystem, customer: Customer, options: BenchOptions) {
  const { parley, postgres } = system;
  const processes = { own: parley.pid, postgres: postgres.pid };
  const memory = async (when: string) => {
    const own = (await readMemory(parley.pid)).pssMb;
    const inPostgres = (await readMemory(postgres.pid)).pssMb;
    console.log(`bench capacity, ${when}: Parley ${own.toFixed(0)} MB PSS, PostgreSQL ${inPostgres.toFixed(0)} MB`);
    return { own, postgres: inPostgres };
  };
  await memory('at rest');
  await openWindows(parley.origins, EVERYBODY);
  const send = await measureWork({ name: 'sends', processes, call: makeSendCaller(parley) }, postgres.url, options);
  const inbound = await measureWork(
    {
      name: 'inbound with a delivery',
      processes,
      call: makeReceive(parley.origins, customer),
      arrivals: customer.arrivals('parley'),
    },
    postgres.url,
    options,
  );
  return { send, inbound, memoryMb: await memory('after the load') };
}

/**
 * Measures the load that this machine carries, and the sizes that follow: the tables of docs/operations/capacity.md. The load, the
 * provider and the customer run on the same machine; their CPU is not part of the costs.
 */
export async function benchCapacity(options: BenchOptions): Promise<void> {
  const { rounds, idleSeconds } = durationsOf(options);
  console.log(
    `bench capacity: ${availableParallelism()} cores (${cpus()[0]?.model ?? 'unknown'}), ${(totalmem() / GB).toFixed(0)} GB, load ${(loadavg()[0] ?? 0).toFixed(1)} before the start`,
  );
  const customer = await startCustomer();
  try {
    await withSystem({ ...options, cluster: false, webhookUrl: customer.url('parley') }, async (system) => {
      const costs = await measureMessages(system, customer, options);
      const deliveries = await measureDeliveries(options, rounds);
      await measureConsoles(system, options.quick ? 8 : 200, idleSeconds / 3);
      await measureDevices(options.quick ? 2 : 50);
      const wanted = MESSAGES_PER_DAY.map((messagesPerDay) => ({
        messagesPerDay,
        sentShare: SENT_SHARE,
        daysKept: DAYS_KEPT,
      }));
      console.log(`\n${workTable([costs.send, costs.inbound, deliveries])}\n\n${sizeTable(costs, wanted)}`);
    });
  } finally {
    customer.close();
  }
}
