import type { StatementDescription } from '@parley/database/statements/statement';
import { beforeAll, describe, expect, test } from 'vitest';
import { describeStatement, explainStatement, nullableRelations } from './describe-statement.ts';
import { loadStatements } from './load-statements.ts';
import { openClient } from './open-client.ts';

const { statements } = await loadStatements();

const getClient = openClient();
const typeNames = new Map<number, string>();
/** Columns declared NOT NULL, as `table.column` numbers, and the names of the tables. */
const notNull = new Set<string>();
const tables = new Map<number, string>();

beforeAll(async () => {
  const types = await getClient().query<{ oid: number; name: string }>(
    `SELECT t.oid::int4 AS oid, CASE WHEN e.oid IS NULL THEN t.typname::text ELSE e.typname || '[]' END AS name
       FROM pg_type t LEFT JOIN pg_type e ON e.typarray = t.oid`,
  );
  for (const { oid, name } of types.rows) typeNames.set(oid, name);
  const columns = await getClient().query<{ relation: number; name: string; column: number; not_null: boolean }>(
    `SELECT c.oid::int4 AS relation, c.relname::text AS name, a.attnum AS column, a.attnotnull AS not_null
       FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')`,
  );
  for (const row of columns.rows) {
    tables.set(row.relation, row.name);
    if (row.not_null) notNull.add(`${row.relation}.${row.column}`);
  }
});

/** Returns why a column that is declared as not null could be null; null if it cannot. */
async function doubtNotNull(
  statement: StatementDescription,
  field: { tableID: number; columnID: number },
): Promise<string | null> {
  if (field.tableID === 0) return 'it is computed';
  if (!notNull.has(`${field.tableID}.${field.columnID}`)) return 'its column may be null';
  const table = tables.get(field.tableID) ?? '';
  return nullableRelations(await explainStatement(getClient(), statement)).has(table)
    ? `an outer join may leave ${table} out`
    : null;
}

/** Maps a `varchar` or alias parameter to its base name. */
const baseName = (name: string | undefined): string => (name === 'varchar' ? 'text' : (name ?? 'unknown'));

test('finds statements', () => {
  expect(statements.length).toBeGreaterThan(0);
});

describe.each(statements.map((statement) => [statement.name, statement] as const))('%s', (_, statement) => {
  test('has the parameters and columns that it declares', async () => {
    const { parameterTypes, fields } = await describeStatement(getClient(), statement.text);
    expect(parameterTypes.map((oid) => baseName(typeNames.get(oid)))).toEqual(
      statement.parameters.map(({ type }) => type),
    );
    expect(fields.map(({ name, dataTypeID }) => [name, baseName(typeNames.get(dataTypeID))])).toEqual(
      statement.columns.map(({ name, type }) => [name, type]),
    );
    for (const [index, field] of fields.entries()) {
      const column = statement.columns[index];
      if (column?.mark !== '') continue;
      const doubt = await doubtNotNull(statement, field);
      expect(doubt, `${statement.name}: ${column.name} may be null: mark it with ? or !`).toBeNull();
    }
  });
});
