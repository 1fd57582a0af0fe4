import type { PrismaDatabase } from '@parley/database/map-database-errors';
import { sqlState } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statement';
import type { AddCreditDeps, CreditOutcome } from '../use-cases/add-credit.ts';
import type { ShowStatusDeps } from '../use-cases/show-status.ts';

export type CreditStore = AddCreditDeps & ShowStatusDeps;

/** Under the row lock of the tenant the condition is checked again, so concurrent movements can't go below zero together. */
const moveCredit = defineStatement({
  name: 'accounts.move-credit',
  text: `WITH changed AS (
           UPDATE tenants SET balance = balance + $2::numeric
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
/** Of `tenants.balance`. */
const DECIMALS = 6;

/** Credit in PostgreSQL: balance and ledger move in one statement (docs/reference/credit.md#ledger). */
export function makeCreditStore(database: PrismaDatabase): CreditStore {
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
