import type { Sql } from './sql.ts';

const TABLES = `SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename`;

/** Rows by table. Reads every page of every table, whose checksums PostgreSQL compares. */
export async function countRows(database: Sql): Promise<Record<string, number>> {
  const tables = await database.query<{ name: string }>({ text: TABLES });
  const counts: Record<string, number> = {};
  for (const { name } of tables.rows) {
    const { rows } = await database.query<{ count: string }>({ text: `SELECT count(*) AS count FROM ${name}` });
    counts[name] = Number(rows[0]?.count);
  }
  return counts;
}
