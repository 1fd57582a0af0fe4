import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { costBetween, readCost } from './cost.ts';
import { openOtherDatabase } from './open-other-database.ts';
import { type BenchOptions, durationsOf } from './options.ts';
import { SETTLE_MS, withSystem } from './system.ts';

/** Number of transactions in Parley's database; read from another database, so that reading does not count. */
async function readTransactions(client: pg.Client, database: string): Promise<number> {
  const { rows } = await client.query(
    'SELECT xact_commit + xact_rollback AS transactions FROM pg_stat_database WHERE datname = $1',
    [database],
  );
  return Number(rows[0]?.transactions);
}

/** Parley's cost while idle: transactions per second, and CPU in percent of one core. */
export async function benchIdle(options: BenchOptions): Promise<void> {
  const { idleSeconds: seconds, rounds } = durationsOf(options);
  await withSystem({ ...options, webhookUrl: 'http://127.0.0.1:9/hook' }, async ({ parley, postgres }) => {
    const { client, database } = await openOtherDatabase(postgres.url);
    const processes = { own: parley.pid, postgres: postgres.pid };
    await pause(SETTLE_MS);
    for (let at = 0; at < rounds; at++) {
      const [before, from] = [await readCost(processes), await readTransactions(client, database)];
      await pause(seconds * 1000);
      const [after, to] = [await readCost(processes), await readTransactions(client, database)];
      const percent = (ms: number): string => ((ms * 100) / 1000).toFixed(2);
      const { own, postgres: inPostgres, bus } = costBetween(before, after, seconds);
      console.log(
        `bench idle: ${((to - from) / seconds).toFixed(1)} transactions a second (goal ≤ 5); CPU ${percent(own)} % Parley, ${percent(inPostgres)} % PostgreSQL (goal ≤ 0.3 together)${bus > 0 ? `, ${percent(bus)} % bus` : ''}; over ${seconds} s`,
      );
    }
    await client.end();
  });
}
