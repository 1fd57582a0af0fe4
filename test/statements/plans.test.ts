import { PLAN_BY_INDEX } from '@parley/database/statements/plan-by-index';
import { beforeAll, expect, test } from 'vitest';
import { explainStatement, type PlanNode, walkWithParents } from './describe-statement.ts';
import { dropRules, FIXED_TABLES, fillTables } from './fill-tables.ts';
import { loadStatements } from './load-statements.ts';
import { openClient } from './open-client.ts';
import { readHotStatements } from './read-hot-statements.ts';
import { stopAutovacuum } from './stop-autovacuum.ts';

// docs/adr/0019-plans.md. A connection plans a statement once and keeps the plan: one that is right on an empty table must stay
// right when the table has grown.
const { statements } = await loadStatements();
const planned = statements.filter(({ plan }) => plan === 'index');

const FEW = 60;
/** Rows of each table; together more than 100,000. */
const MANY = 2000;

const getClient = openClient();
/** Indexes that contain all rows of their table. */
const wholeIndexes = new Set<string>();

beforeAll(async () => {
  await stopAutovacuum(getClient());
  const { rows } = await getClient().query<{ name: string }>(
    `SELECT c.relname::text AS name FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid WHERE i.indpred IS NULL`,
  );
  for (const { name } of rows) wholeIndexes.add(name);
});

/** A node that reads all rows of a table that grows, without an index. */
const scansTable = ({ 'Node Type': kind, 'Relation Name': table = '' }: PlanNode): boolean =>
  kind === 'Seq Scan' && !FIXED_TABLES.has(table);

/** The same through an index that contains all of them. */
const scansIndex = ({ 'Node Type': kind, 'Index Name': index = '', 'Index Cond': condition }: PlanNode): boolean =>
  kind.includes('Index') && condition === undefined && wholeIndexes.has(index);

/** The first rows of an index, in its order: whatever the size of the table, no others are read. */
const isFirstRows = (node: PlanNode, parent: PlanNode | null): boolean =>
  parent?.['Node Type'] === 'Limit' && node['Node Type'].includes('Index') && node.Filter === undefined;

/** The parts of plans for which `isBad` holds, as `<statement>: <kind> <table or index>`. */
async function findNodes(isBad: (node: PlanNode) => boolean): Promise<string[]> {
  const found: string[] = [];
  await getClient().query('BEGIN');
  await getClient().query(PLAN_BY_INDEX);
  for (const statement of planned)
    for (const { node, parent } of walkWithParents(await explainStatement(getClient(), statement)))
      if (isBad(node) && !isFirstRows(node, parent))
        found.push(`${statement.name}: ${node['Node Type']} ${node['Relation Name'] ?? node['Index Name']}`);
  await getClient().query('ROLLBACK');
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
  await dropRules(getClient());
  await fillTables(getClient(), 1, FEW);
  await getClient().query('ANALYZE');
  // PostgreSQL pays the same for so few rows, whether it reads an index whole or by a key.
  expect.soft(await findNodes(scansTable), 'small tables').toEqual([]);
  await fillTables(getClient(), FEW + 1, MANY);
  expect.soft(await findNodes(readsWhole), 'large tables with the statistics of small ones').toEqual([]);
  await getClient().query('ANALYZE');
  expect.soft(await findNodes(readsWhole), 'large tables').toEqual([]);
});
