import { PLAN_BY_INDEX } from '@parley/database/plan-by-index';
import { createTestDatabase } from '@parley/testing/test-database';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { explainStatement, type PlanNode, walkPlan } from './describe-statement.ts';
import { FIXED_TABLES, fillTables } from './fill-tables.ts';
import { loadStatements } from './load-statements.ts';
import { readHotStatements } from './read-hot-statements.ts';

// ADR 5, "Plans". A connection plans a statement once and keeps the plan: one that is right on an empty table must stay
// right when the table has grown.
const { statements } = await loadStatements();
const planned = statements.filter(({ plan }) => plan === 'index');

const FEW = 60;
/** Rows of each table; together more than 100,000. */
const MANY = 2000;

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let client: pg.Client;
/** Indexes that contain all rows of their table. */
const wholeIndexes = new Set<string>();

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    `SELECT c.relname::text AS name FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid WHERE i.indpred IS NULL`,
  );
  for (const { name } of rows) wholeIndexes.add(name);
});

afterAll(async () => {
  await client?.end();
  await database?.[Symbol.asyncDispose]();
});

/** A node that reads all rows of a table that grows, without an index. */
const scansTable = ({ 'Node Type': kind, 'Relation Name': table = '' }: PlanNode): boolean =>
  kind === 'Seq Scan' && !FIXED_TABLES.has(table);

/** The same through an index that contains all of them. */
const scansIndex = ({ 'Node Type': kind, 'Index Name': index = '', 'Index Cond': condition }: PlanNode): boolean =>
  kind.includes('Index') && condition === undefined && wholeIndexes.has(index);

/** The parts of plans for which `isBad` holds, as `<statement>: <kind> <table or index>`. */
async function findNodes(isBad: (node: PlanNode) => boolean): Promise<string[]> {
  const found: string[] = [];
  await client.query('BEGIN');
  await client.query(PLAN_BY_INDEX);
  for (const statement of planned)
    for (const node of walkPlan(await explainStatement(client, statement)))
      if (isBad(node))
        found.push(`${statement.name}: ${node['Node Type']} ${node['Relation Name'] ?? node['Index Name']}`);
  await client.query('ROLLBACK');
  return found;
}
const readsWhole = (node: PlanNode): boolean => scansTable(node) || scansIndex(node);

test('every hot statement of the ADR exists and is planned by index', () => {
  const names = new Set(planned.map(({ name }) => name));
  expect(readHotStatements().length).toBeGreaterThan(0);
  expect(readHotStatements().filter((name) => !names.has(name))).toEqual([]);
});

test('no statement that is planned by index reads a whole table, whatever the size and the statistics of its tables', async () => {
  expect.soft(await findNodes(readsWhole), 'empty tables without statistics').toEqual([]);
  await fillTables(client, 1, FEW);
  await client.query('ANALYZE');
  // Of so few rows, reading an index whole or by a key costs PostgreSQL the same.
  expect.soft(await findNodes(scansTable), 'small tables').toEqual([]);
  await fillTables(client, FEW + 1, MANY);
  expect.soft(await findNodes(readsWhole), 'large tables with the statistics of small ones').toEqual([]);
  await client.query('ANALYZE');
  expect.soft(await findNodes(readsWhole), 'large tables').toEqual([]);
});
