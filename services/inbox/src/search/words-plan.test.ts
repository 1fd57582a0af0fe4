import { definedStatements } from '@parley/database/statements/statement';
import '@parley/inbox/search/words.store';
import { createTestDatabase, type TestDatabase } from '@parley/testing/database/test-database';
import { afterAll, beforeAll, expect, test } from 'vitest';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
}, 120_000);
afterAll(() => database?.drop());

const textOf = (name: string): string | undefined => definedStatements().find((defined) => defined.name === name)?.text;

/** On a connection of the pool, because only a simple query may leave the parameters unbound. */
async function planAfter(lock: string): Promise<string> {
  const client = await database.db.pool.connect();
  try {
    await client.query('BEGIN');
    await client.query(lock);
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN (GENERIC_PLAN, COSTS OFF) ${textOf('inbox.find-texts-without-words')}`,
    );
    await client.query('ROLLBACK');
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  } finally {
    client.release();
  }
}

test('in a database without statistics, a batch of words is read in the order of the ids, without sorting all unindexed messages', async () => {
  expect(await planAfter('SELECT 1')).toMatch(/Sort/);
  const plan = await planAfter(textOf('inbox.lock-words-progress') ?? '');
  expect(plan).toMatch(/Index Scan using messages_pkey/);
  expect(plan).not.toMatch(/Sort/);
});
