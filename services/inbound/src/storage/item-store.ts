import type { Sql } from '@parley/database/sql';

/** One call of a store routine of the database; answers its rows by element. */
export async function callStore<Row>(sql: Sql, routine: string, rows: readonly unknown[]): Promise<Row[]> {
  if (rows.length === 0) return [];
  const result = await sql.query<Row>({
    name: routine,
    text: `SELECT * FROM ${routine}($1::jsonb) ORDER BY ord`,
    values: [JSON.stringify(rows)],
  });
  return result.rows;
}
