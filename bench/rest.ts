import { setTimeout as pause } from 'node:timers/promises';
import { BUS } from './measure/cost.ts';
import { readMemory } from './measure/memory.ts';
import type { BenchOptions } from './options.ts';
import { CONNECTIONS, EVERYBODY, makeSendCaller } from './send/send.ts';
import { openOtherDatabase } from './system/open-other-database.ts';
import { openWindows } from './system/parley.ts';
import { type BenchSystem, withSystem } from './system/system.ts';

/** Goals in MB: of Parley, and of its PostgreSQL. */
const GOALS = { idle: ['150', '60'], afterSends: ['250', '300'], cluster: ['1,200', '300'] } as const;

/** Counts the connections to Parley's database, over one to another database. */
async function countConnections(url: string): Promise<number> {
  const { client, database } = await openOtherDatabase(url);
  try {
    const { rows } = await client.query('SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = $1', [
      database,
    ]);
    return rows[0]?.count ?? 0;
  } finally {
    await client.end();
  }
}

async function sendMany({ parley }: BenchSystem, count: number): Promise<void> {
  await openWindows(parley.origins, EVERYBODY);
  const call = makeSendCaller(parley);
  let left = count;
  let failed = 0;
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (left-- > 0) if (!(await call())) failed++;
    }),
  );
  if (failed > 0) console.log(`bench rest: ${failed} of ${count} sends failed`);
}

/** Memory, processes and connections at rest: without a linked device and without a bot, before and after sends. */
export async function benchRest(options: BenchOptions): Promise<void> {
  const { quick, cluster } = options;
  const sends = quick ? 200 : 10_000;
  const laterMs = quick ? 2000 : 60_000;
  await withSystem({ ...options, webhookUrl: null }, async (system) => {
    const show = async (when: string, goal: keyof typeof GOALS): Promise<void> => {
      const own = await readMemory(system.parley.pid, (name) => name !== BUS);
      const postgres = await readMemory(system.postgres.pid);
      const connections = await countConnections(system.postgres.url);
      const [ownGoal, postgresGoal] = GOALS[cluster ? 'cluster' : goal];
      console.log(
        `bench rest, ${when}: Parley ${own.pssMb.toFixed(0)} MB PSS in ${own.processes} processes (goal ≤ ${ownGoal}), PostgreSQL ${postgres.pssMb.toFixed(0)} MB in ${postgres.processes} (goal ≤ ${postgresGoal}), ${connections} connections${cluster ? ' (goal ≤ 40)' : ''}`,
      );
    };
    // V8 returns memory after some seconds without work.
    await pause(laterMs);
    await show('idle', 'idle');
    await sendMany(system, sends);
    await show(`after ${sends} sends`, 'afterSends');
    await pause(laterMs);
    await show(`${laterMs / 1000} s later`, 'afterSends');
  });
}
