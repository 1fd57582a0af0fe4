import { createTestDatabase } from '@parley/testing/test-database';
import { expect, test } from 'vitest';
import { explainStatement, walkPlan } from './describe-statement.ts';
import { loadStatements } from './load-statements.ts';

const { statements } = await loadStatements();

// NOT EXISTS beside an OR, and EXISTS among the columns, become such a hash while a table is new; the plan is kept when it
// has grown. A subquery with LIMIT 1 is looked up row by row.
test('no statement makes a hash of a whole table', async () => {
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
