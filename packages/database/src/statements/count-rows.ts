import { asInt, type Sql } from '../sql.ts';
import { defineStatement } from './statement.ts';

const tableNames = defineStatement({
  name: 'database.table-names',
  text: `SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename`,
  row: { name: 'text!' },
});

/** Rows by table. Reads every page of every table, whose checksums PostgreSQL compares. */
export async function countRows(database: Sql): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { name } of await tableNames.all(database, {})) {
    // No declared statement: its text depends on the table.
    const { rows } = await database.query<unknown[]>({ text: `SELECT count(*) FROM ${name}`, rowMode: 'array' });
    counts[name] = asInt(String(rows[0]?.[0]));
  }
  return counts;
}
