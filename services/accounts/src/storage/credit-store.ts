import type { PrismaDatabase } from '@parley/database/map-database-errors';
import type { PrismaTransaction } from '@parley/database/prisma-connection';
import { retryConflicts } from '@parley/database/retry-conflicts';
import { defineStatement } from '@parley/database/statement';
import { resumeBots } from '@parley/messaging/bots/resume-bots';
import { writeFacts } from '@parley/messaging/notify/write-facts';
import type { CreditStore, ManageCreditDeps } from '../use-cases/manage-credit.ts';

/** Scale of the column `tenants.balance`. */
const DECIMALS = 6;

const lock = defineStatement({
  name: 'accounts.lock-credit',
  text: `SELECT id, balance, low_credit_threshold AS threshold, low_credit_at IS NOT NULL AS is_reported
           FROM tenants WHERE slug = $1 FOR NO KEY UPDATE`,
  params: { slug: 'text' },
  row: { id: 'int4', balance: 'numeric', threshold: 'numeric?', isReported: 'bool!' },
});

const makeStore = ({ prisma, sql }: PrismaTransaction): CreditStore => ({
  lock: (slug) => lock.first(sql, { slug }),
  async write(held, { amount, note, kind, isReported, lowCredit, at: happenedAt }) {
    const tenantId = held.id;
    const { balance } = await prisma.tenant.update({
      where: { id: tenantId },
      data: {
        balance: { increment: amount },
        ...(isReported === held.isReported ? {} : { lowCreditAt: isReported ? happenedAt : null }),
      },
      select: { balance: true },
    });
    const entry = await prisma.creditEntry.create({ data: { tenantId, amount, kind, note }, select: { id: true } });
    if (kind === 'top_up') await resumeBots(sql, tenantId, happenedAt);
    if (lowCredit) {
      const period = `ledger ${entry.id}`;
      await writeFacts(sql, [{ tenantId, kind: 'low_credit', subject: 'credit', period, data: lowCredit, happenedAt }]);
    }
    return balance.toFixed(DECIMALS);
  },
});

/**
 * Credit in PostgreSQL: balance, ledger and bots that wait for credit change in one transaction
 * (docs/reference/credit.md#ledger).
 */
export const makeCreditStore = (database: PrismaDatabase): Pick<ManageCreditDeps, 'inTransaction' | 'readBalance'> => ({
  inTransaction: (work) =>
    retryConflicts(() => database.prismaTransaction((transaction) => work(makeStore(transaction)))),
  async readBalance(id) {
    const tenant = await database.prisma.tenant.findUnique({ where: { id }, select: { balance: true } });
    if (!tenant) throw new Error(`Tenant ${id} of an authenticated key does not exist.`);
    return tenant.balance.toFixed(DECIMALS);
  },
});
