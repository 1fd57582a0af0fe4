import { startOwnPostgres } from '@parley/testing/database/own-postgres';
import { pollUntil } from '@parley/testing/poll-until';
import pg from 'pg';
import { expect, test } from 'vitest';
import { countTransactions, logStatements } from './transaction-log.ts';

test('counts each transaction of one database by its first statement that does work', () => {
  const counted = countTransactions('parley');
  counted.add(
    [
      "7|3/1|parley|parley|LOG:  execute plan-by-index: SELECT set_config('enable_seqscan', 'off', true),",
      "\t  set_config('enable_hashjoin', 'off', true)",
      '7|3/1|parley|parley|LOG:  execute due.watch-2: SELECT (',
      '\t  SELECT min(at) FROM duties)',
      '8|4/1|postgres|psql|LOG:  statement: SELECT 1',
      '9|5/1|parley|parley|LOG:  statement: BEGIN',
      '9|5/1|parley|parley|LOG:  execute lanes.claim: WITH due AS (SELECT)',
    ].join('\n'),
  );
  counted.add(
    [
      '7|3/2|parley|parley|LOG:  execute due.watch-1: SELECT (',
      '9|5/1|parley|parley|LOG:  execute lanes.end: UPDATE lanes',
      '9|5/1|parley|parley|LOG:  statement: COMMIT',
      '9|5/2|parley|parley|LOG:  execute <unnamed>: SELECT now()',
    ].join('\n'),
  );
  expect(counted.list()).toEqual([
    { worker: 'parley', statement: 'due.watch', count: 2 },
    { worker: 'parley', statement: 'lanes.claim', count: 1 },
    { worker: 'parley', statement: 'SELECT now()', count: 1 },
  ]);
});

test('reads the log that a server writes', async () => {
  let pieces = '';
  const postgres = await startOwnPostgres((piece) => {
    pieces += `${piece}\n`;
  });
  const client = new pg.Client({ connectionString: postgres.url, application_name: 'worker' });
  await client.connect();
  try {
    await logStatements(client);
    const counted = await pollUntil(
      async () => {
        await client.query('BEGIN');
        await client.query(`SELECT set_config('jit', 'off', true)`);
        await client.query({ name: 'cats.count-1', text: 'SELECT 1\n AS cats' });
        await client.query('COMMIT');
        const all = countTransactions('parley');
        all.add(pieces);
        return all.list().find(({ statement }) => statement === 'cats.count') ?? null;
      },
      { what: () => `a transaction in the log: ${pieces}` },
    );
    expect(counted.worker).toBe('worker');
  } finally {
    await client.end();
    await postgres.stop();
  }
});
