import type { PrismaDatabase } from '@parley/database/map-database-errors';
import { retryConflicts } from '@parley/database/retry-conflicts';
import { type Sql, sqlState } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statement';
import { writeFacts } from '@parley/messaging/notify/write-facts';
import type { CreditOutcome, ManageCreditDeps } from '../use-cases/manage-credit.ts';

/**
 * The row lock makes PostgreSQL check the condition again, so concurrent movements cannot take the balance below zero. A
 * movement downward below the line crosses it, unless the crossing was told (docs/reference/notifications.md#kinds).
 */
const moveCredit = defineStatement({
  name: 'accounts.move-credit',
  text: `WITH before AS (
           SELECT id, low_credit_at FROM tenants WHERE slug = $1 FOR NO KEY UPDATE
         ), changed AS (
           UPDATE tenants t
              SET balance = t.balance + $2::numeric,
                  low_credit_at = CASE WHEN t.balance + $2::numeric >= t.low_credit_threshold THEN NULL
                                       WHEN t.balance + $2::numeric < t.low_credit_threshold AND $2::numeric < 0
                                       THEN coalesce(t.low_credit_at, now()) ELSE t.low_credit_at END
             FROM before b
            WHERE t.id = b.id AND t.balance + $2::numeric >= 0
           RETURNING t.id, t.balance, t.low_credit_threshold, b.low_credit_at IS NULL AND t.low_credit_at IS NOT NULL AS is_crossed
         ), entry AS (
           INSERT INTO credit_ledger (tenant_id, amount, kind, note)
           SELECT id, $2::numeric, CASE WHEN $2::numeric < 0 THEN 'adjustment' ELSE 'top_up' END, $3 FROM changed
           RETURNING id
         )
         SELECT b.id AS tenant_id, c.balance, c.low_credit_threshold AS threshold, c.is_crossed, e.id AS entry_id
           FROM before b LEFT JOIN changed c ON true LEFT JOIN entry e ON true`,
  params: { slug: 'text', amount: 'numeric', note: 'text?' },
  row: {
    tenantId: 'int4!',
    balance: 'numeric?',
    threshold: 'numeric?',
    isCrossed: 'bool?',
    entryId: 'int8?',
  },
});

/** A decimal without zeros at its end. */
const show = (amount: string): string => (amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount);

const NUMERIC_OUT_OF_RANGE = '22003';
/** Column type of `tenants.balance`. */
const DECIMALS = 6;

/** A crossing of the tenant's line is written as a fact with the movement. */
async function moveAndTell(sql: Sql, given: { slug: string; amount: string; note: string | null }) {
  const moved = await moveCredit.first(sql, given);
  if (!moved?.isCrossed || moved.balance === null || moved.threshold === null) return moved;
  const { tenantId, balance, threshold, entryId } = moved;
  const data = { balance: show(balance), threshold: show(threshold) };
  const period = `ledger ${entryId}`;
  await writeFacts(sql, [{ tenantId, kind: 'low_credit', subject: 'credit', period, data, happenedAt: new Date() }]);
  return moved;
}

/** Credit in PostgreSQL: balance and ledger move in one statement (docs/reference/credit.md#ledger). */
export function makeCreditStore(database: PrismaDatabase): ManageCreditDeps {
  return {
    async moveCredit(slug, amount, note): Promise<CreditOutcome> {
      const move = () => database.transaction((sql) => moveAndTell(sql, { slug, amount, note }));
      const moved = await retryConflicts(move).catch((error: unknown) => {
        if (sqlState(error) === NUMERIC_OUT_OF_RANGE) return 'too_large' as const;
        throw error;
      });
      if (moved === 'too_large') return moved;
      if (!moved) return 'unknown_tenant';
      return moved.balance === null ? 'below_zero' : { balance: moved.balance };
    },
    async readBalance(id) {
      const tenant = await database.prisma.tenant.findUnique({ where: { id }, select: { balance: true } });
      if (!tenant) throw new Error(`Tenant ${id} of an authenticated key does not exist.`);
      return tenant.balance.toFixed(DECIMALS);
    },
  };
}
