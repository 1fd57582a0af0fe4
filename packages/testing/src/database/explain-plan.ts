import type { Database } from '@parley/database/connection/connect-database';
import { PLAN_BY_INDEX } from '@parley/database/statements/plan-by-index';
import { definedStatements } from '@parley/database/statements/statement';

/**
 * The plan of a defined statement, as the server shows it: the one that every connection keeps, if it is planned by
 * index; PostgreSQL's default plan for these values otherwise.
 */
export async function explainPlan({ pool }: Database, name: string, values: unknown[] = []): Promise<string[]> {
  const statement = definedStatements().find((defined) => defined.name === name);
  if (!statement) throw new Error(`No statement is named ${name}.`);
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    if (statement.plan === 'index') await client.query(PLAN_BY_INDEX);
    const options = statement.plan === 'index' ? 'GENERIC_PLAN, COSTS OFF' : 'COSTS OFF';
    const explain = `EXPLAIN (${options}) ${statement.text}`;
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      explain,
      ...(statement.plan === 'index' ? [] : [values]),
    );
    return rows.map((row) => row['QUERY PLAN']);
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}
