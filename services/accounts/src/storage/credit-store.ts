import type { PrismaDatabase } from '@parley/database/map-database-errors';
import { sqlState } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statement';
import type { CreditOutcome, ManageCreditDeps } from '../use-cases/manage-credit.ts';

/** The row lock makes PostgreSQL check the condition again, so concurrent movements cannot take the balance below zero. */
const moveCredit = defineStatement({
  name: 'accounts.move-credit',
  text: `WITH changed AS (
           UPDATE tenants SET balance = balance + $2::numeric,
                   low_credit_at = CASE WHEN balance + $2::numeric >= low_credit_threshold THEN NULL ELSE low_credit_at END
            WHERE slug = $1 AND balance + $2::numeric >= 0
           RETURNING id, balance
         ), entry AS (
           INSERT INTO credit_ledger (tenant_id, amount, kind, note)
           SELECT id, $2::numeric, CASE WHEN $2::numeric < 0 THEN 'adjustment' ELSE 'top_up' END, $3 FROM changed
         )
         SELECT (SELECT balance FROM changed) AS balance, EXISTS (SELECT 1 FROM tenants WHERE slug = $1) AS known`,
  params: { slug: 'text', amount: 'numeric', note: 'text?' },
  row: { balance: 'numeric?', known: 'bool!' },
});

const NUMERIC_OUT_OF_RANGE = '22003';
/** Column type of `tenants.balance`. */
const DECIMALS = 6;

/** Credit in PostgreSQL: balance and ledger move in one statement (docs/reference/credit.md#ledger). */
export function makeCreditStore(database: PrismaDatabase): ManageCreditDeps {
  return {
    async moveCredit(slug, amount, note): Promise<CreditOutcome> {
      const moved = await moveCredit.first(database, { slug, amount, note }).catch((error: unknown) => {
        if (sqlState(error) === NUMERIC_OUT_OF_RANGE) return 'too_large' as const;
        throw error;
      });
      if (moved === 'too_large') return moved;
      if (!moved?.known) return 'unknown_tenant';
      return moved.balance === null ? 'below_zero' : { balance: moved.balance };
    },
    async readBalance(id) {
      const tenant = await database.prisma.tenant.findUnique({ where: { id }, select: { balance: true } });
      if (!tenant) throw new Error(`Tenant ${id} of an authenticated key does not exist.`);
      return tenant.balance.toFixed(DECIMALS);
    },
  };
}
