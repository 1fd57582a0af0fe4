import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { costBetween, readCost, totalOf } from './measure/cost.ts';
import { countTransactions, logStatements } from './measure/transaction-log.ts';
import { type BenchOptions, durationsOf } from './options.ts';
import { openOtherDatabase } from './system/open-other-database.ts';
import { type BenchSystem, SETTLE_MS, withSystem } from './system/system.ts';

/** Number of transactions in Parley's database; read from another database, so that reading does not count. */
async function readTransactions(client: pg.Client, database: string): Promise<number> {
  const { rows } = await client.query(
    'SELECT xact_commit + xact_rollback AS transactions FROM pg_stat_database WHERE datname = $1',
    [database],
  );
  return Number(rows[0]?.transactions);
}

/** Prints who makes the transactions of Parley's database, per minute. The log that shows it costs CPU of its own. */
async function printTransactions({ followLog, postgres }: BenchSystem, seconds: number): Promise<void> {
  const { client, database } = await openOtherDatabase(postgres.url);
  await logStatements(client);
  const counted = countTransactions(database);
  const unfollow = followLog(counted.add);
  await pause(seconds * 1000);
  unfollow();
  await client.end();
  for (const { worker, statement, count } of counted.list())
    console.log(`bench idle: ${((count * 60) / seconds).toFixed(0).padStart(4)} a minute  ${worker}: ${statement}`);
}

/** Parley's cost while idle: transactions per second, and CPU in percent of one core; then the transactions by worker. */
export async function benchIdle(options: BenchOptions): Promise<void> {
  const { idleSeconds: seconds, rounds } = durationsOf(options);
  await withSystem(
    { ...options, webhookUrl: 'http://127.0.0.1:9/hook', overSocket: !options.cluster },
    async (system) => {
      const { parley, postgres } = system;
      const { client, database } = await openOtherDatabase(postgres.url);
      const processes = { own: parley.pid, postgres: postgres.pid };
      await pause(SETTLE_MS);
      for (let at = 0; at < rounds; at++) {
        const [before, from] = [await readCost(processes), await readTransactions(client, database)];
        await pause(seconds * 1000);
        const [after, to] = [await readCost(processes), await readTransactions(client, database)];
        const percent = (ms: number): string => ((ms * 100) / 1000).toFixed(2);
        const cost = costBetween(before, after, seconds);
        console.log(
          `bench idle: ${((to - from) / seconds).toFixed(1)} transactions a second (goal ≤ 2); CPU of all processes ${percent(totalOf(cost))} % (goal ≤ 0.3): Parley ${percent(cost.own)} %, PostgreSQL ${percent(cost.postgres)} %${cost.bus > 0 ? `, bus ${percent(cost.bus)} %` : ''}; over ${seconds} s`,
        );
      }
      await client.end();
      await printTransactions(system, seconds);
    },
  );
}
