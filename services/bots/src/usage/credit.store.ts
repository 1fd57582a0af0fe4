import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statement';
import { writeFacts } from '@parley/messaging/notify/write-facts';
import type { CallDecision, CallFacts } from './admit-call.rules.ts';
import type { NewUsage } from './model-usage.rules.ts';

/** Every credit movement locks the tenant first. */
const lock = defineStatement({
  name: 'bots.lock-credit',
  plan: 'index',
  text: `SELECT t.balance, t.status = 'active' AS is_active, t.low_credit_threshold AS threshold, t.low_credit_at IS NOT NULL AS is_reported
           FROM tenants t WHERE t.id = $1 FOR NO KEY UPDATE`,
  params: { tenantId: 'int4' },
  row: { balance: 'numeric', isActive: 'bool!', threshold: 'numeric?', isReported: 'bool!' },
});

const pay = defineStatement({
  name: 'bots.pay-reply',
  plan: 'index',
  text: `WITH entered AS (INSERT INTO credit_ledger (tenant_id, amount, kind, note) VALUES ($1, -($2::numeric), 'bot', $3))
         UPDATE tenants SET balance = balance - $2::numeric, low_credit_at = coalesce($4, low_credit_at) WHERE id = $1`,
  params: { tenantId: 'int4', price: 'numeric', note: 'text', lowCreditAt: 'timestamptz?' },
});

/** Locks the tenant's row until the transaction ends, and reads its credit. */
export async function lockCredit(sql: Sql, tenantId: number): Promise<NonNullable<CallFacts['credit']>> {
  const found = await lock.first(sql, { tenantId });
  if (!found) throw new Error(`Tenant ${tenantId} of a bot does not exist.`);
  const { balance, isActive, threshold, isReported } = found;
  return { balance, isActive, line: threshold === null ? null : { threshold, isReported } };
}

/** Debits the price of a reply from the locked credit, and reports a threshold that this crosses. */
export async function payReply(
  sql: Sql,
  { tenantId, turnId, startedAt: at }: NewUsage,
  { price, lowCredit }: Extract<CallDecision, { kind: 'admit' }>,
): Promise<void> {
  const note = turnId === null ? 'try' : `turn_${turnId}`;
  await pay.run(sql, { tenantId, price, note, lowCreditAt: lowCredit && at });
  if (!lowCredit) return;
  const period = `${note} ${at.toISOString()}`;
  await writeFacts(sql, [{ tenantId, kind: 'low_credit', subject: 'credit', period, data: lowCredit, happenedAt: at }]);
}
