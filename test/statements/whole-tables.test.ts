import { createTestDatabase } from '@parley/testing/test-database';
import { expect, test } from 'vitest';
import { explainStatement, walkPlan } from './describe-statement.ts';
import { loadStatements } from './load-statements.ts';

const { statements } = await loadStatements();

// While a table is small, PostgreSQL plans NOT EXISTS next to an OR, and EXISTS in the select list, as a hash of the
// whole table, and keeps the plan when the table has grown. A subquery with LIMIT 1 uses the index, row by row.
test('no statement hashes a whole table', async () => {
  const database = await createTestDatabase();
  const client = await database.db.pool.connect();
  const found: string[] = [];
  for (const statement of statements) {
    const plan = await explainStatement(client, statement);
    const subplans = [...walkPlan(plan)].filter((node) => node['Parent Relationship'] === 'SubPlan');
    for (const node of subplans.flatMap((subplan) => [...walkPlan(subplan)]))
      if (node['Node Type'] === 'Bitmap Index Scan' && node['Index Cond'] === undefined)
        found.push(`${statement.name}: ${node['Index Name']}`);
  }
  client.release();
  await database.drop();
  expect(statements.length).toBeGreaterThan(0);
  expect(found).toEqual([]);
});
