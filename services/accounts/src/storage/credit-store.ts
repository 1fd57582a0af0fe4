import { type Sql, sqlState } from '@parley/prisma/sql';
import type { AddCreditDeps, CreditOutcome } from '../use-cases/add-credit.ts';
import type { ShowStatusDeps } from '../use-cases/show-status.ts';

export type CreditStore = AddCreditDeps & ShowStatusDeps;

/** Under the row lock of the tenant the condition is checked again, so concurrent movements can't go below zero together. */
const MOVE = `
  WITH changed AS (
    UPDATE tenants SET balance = balance + $2::numeric
     WHERE slug = $1 AND balance + $2::numeric >= 0
    RETURNING id, balance
  ), entry AS (
    INSERT INTO credit_ledger (tenant_id, amount, kind, note)
    SELECT id, $2::numeric, CASE WHEN $2::numeric < 0 THEN 'adjustment' ELSE 'top_up' END, $3 FROM changed
  )
  SELECT (SELECT balance::text FROM changed) AS balance,
         EXISTS (SELECT 1 FROM tenants WHERE slug = $1) AS known`;

const NUMERIC_OUT_OF_RANGE = '22003';

/** Credit in PostgreSQL: balance and ledger move in one statement (contract §3). */
export function makeCreditStore(sql: Sql): CreditStore {
  return {
    async moveCredit(slug, amount, note): Promise<CreditOutcome> {
      const moved = await sql
        .query<{ balance: string | null; known: boolean }>({
          name: 'accounts-move-credit',
          text: MOVE,
          values: [slug, amount, note],
        })
        .catch((error: unknown) => {
          if (sqlState(error) === NUMERIC_OUT_OF_RANGE) return 'too_large' as const;
          throw error;
        });
      if (moved === 'too_large') return moved;
      const [row] = moved.rows;
      if (!row?.known) return 'unknown_tenant';
      return row.balance === null ? 'below_zero' : { balance: row.balance };
    },
    async readBalance(tenantId) {
      const { rows } = await sql.query<{ balance: string }>({
        name: 'accounts-read-balance',
        text: 'SELECT balance::text AS balance FROM tenants WHERE id = $1',
        values: [tenantId],
      });
      if (!rows[0]) throw new Error(`Tenant ${tenantId} of an authenticated key does not exist.`);
      return rows[0].balance;
    },
  };
}
