import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statements/statement';
import type { Prisma } from '@parley/prisma/client';
import { BALANCE_DECIMALS } from '../tenants/tenant.rules.ts';
import type { CreditFacts, CreditMove } from './credit.rules.ts';

const lock = defineStatement({
  name: 'accounts.lock-credit',
  text: `SELECT id, balance, low_credit_threshold AS threshold, low_credit_at IS NOT NULL AS is_reported
           FROM tenants WHERE slug = $1 FOR NO KEY UPDATE`,
  params: { slug: 'text' },
  row: { id: 'int4', balance: 'numeric', threshold: 'numeric?', isReported: 'bool!' },
});

/** Locks the tenant's row; null when there is none. */
export const lockCredit = (sql: Sql, slug: string): Promise<(CreditFacts & { id: number }) | null> =>
  lock.first(sql, { slug });

/** The exact decimal. */
export async function readBalance(prisma: Prisma.TransactionClient, tenantId: number): Promise<string> {
  const tenant = await prisma.tenant.findUniqueOrThrow({ where: { id: tenantId }, select: { balance: true } });
  return tenant.balance.toFixed(BALANCE_DECIMALS);
}

/** Moves the balance by an amount, and notes whether the low credit is reported. Returns the new balance. */
export async function saveBalance(
  prisma: Prisma.TransactionClient,
  held: CreditFacts & { id: number },
  { amount, isReported, at }: { amount: string; isReported: boolean; at: Date },
): Promise<string> {
  const { balance } = await prisma.tenant.update({
    where: { id: held.id },
    data: {
      balance: { increment: amount },
      ...(isReported === held.isReported ? {} : { lowCreditAt: isReported ? at : null }),
    },
    select: { balance: true },
  });
  return balance.toFixed(BALANCE_DECIMALS);
}

/** Returns the id. */
export async function insertLedgerEntry(
  prisma: Prisma.TransactionClient,
  entry: { tenantId: number; amount: string; kind: CreditMove['kind']; note: string | null },
): Promise<bigint> {
  return (await prisma.creditEntry.create({ data: entry, select: { id: true } })).id;
}
