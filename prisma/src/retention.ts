import type { Sql } from './sql.ts';

const DAY_MS = 24 * 3_600_000;

/** A tenant whose messages and comments are not kept for ever: those from before this moment go. */
export interface Retention {
  tenantId: number;
  before: Date;
}

/** Tenants with a retention of their own, or all of them where the deployment has one (PARLEY_RETENTION_DAYS). */
export async function findRetentions(sql: Sql, defaultDays: number | undefined, now: Date): Promise<Retention[]> {
  const { rows } = await sql.query<{ id: number; days: number }>({
    name: 'retentions',
    text: `SELECT id, coalesce(retention_days, $1) AS days FROM tenants
            WHERE coalesce(retention_days, $1) IS NOT NULL AND erased_slug IS NULL ORDER BY id`,
    values: [defaultDays ?? null],
  });
  return rows.map(({ id, days }) => ({ tenantId: id, before: new Date(now.getTime() - days * DAY_MS) }));
}
