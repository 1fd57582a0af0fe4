import { at } from '@parley/common/at';
import { asInt, type Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statements/statement';
import { mapUnsent, type Unsent } from '@parley/database/statements/unsent';
import { writeFacts } from '@parley/messaging/notify/write-facts';
import {
  type CallDecision,
  type CallFacts,
  isCapped,
  periodsOf,
  type Spent,
  type TrialCounts,
  type UsageCaps,
} from './budget.rules.ts';
import { beginsReply, type NewUsage, type SettledUsage } from './usage.rules.ts';

/** Serializes calls of one bot, which could exceed a cap together. */
const lockBot = defineStatement({
  name: 'bots.lock-bot',
  plan: 'index',
  text: 'SELECT b.id FROM bots b WHERE b.tenant_id = $1 AND b.id = $2 FOR NO KEY UPDATE',
  params: { tenantId: 'int4', botId: 'int4' },
  row: { id: 'int4' },
});

/** Calls without reported usage count with their reservation. */
const sumSpent = defineStatement({
  name: 'bots.sum-spent',
  plan: 'index',
  text: `SELECT coalesce(sum(coalesce(u.input_tokens + u.output_tokens, u.reserved_tokens)) FILTER (WHERE u.started_at >= $3), 0)::int8 AS tokens_today,
                coalesce(sum(coalesce(u.cost_micros, u.reserved_micros)), 0)::int8 AS cost_this_month
           FROM bot_usage u WHERE u.bot_id = $2 AND u.tenant_id = $1 AND u.started_at >= $4`,
  params: { tenantId: 'int4', botId: 'int4', day: 'timestamptz', since: 'timestamptz' },
  row: { tokensToday: 'int8!', costThisMonth: 'int8!' },
});

const findPaid = defineStatement({
  name: 'bots.find-paid-turn',
  plan: 'index',
  text: 'SELECT u.id FROM bot_usage u WHERE u.tenant_id = $1 AND u.turn_id = $2 AND u.price > 0 LIMIT 1',
  params: { tenantId: 'int4', turnId: 'int8' },
  row: { id: 'int8' },
});

const countTrials = defineStatement({
  name: 'bots.count-trials',
  text: `SELECT (count(*) FILTER (WHERE u.started_at > $2))::int4 AS last_minute, count(*)::int4 AS last_day
           FROM bot_usage u WHERE u.tenant_id = $1 AND u.turn_id IS NULL AND u.step = 1 AND u.started_at > $3`,
  params: { tenantId: 'int4', minuteAgo: 'timestamptz', dayAgo: 'timestamptz' },
  row: { lastMinute: 'int4!', lastDay: 'int4!' },
});

/** Runs once per model call. */
const insertCall = defineStatement({
  name: 'bots.insert-usage',
  plan: 'index',
  text: `INSERT INTO bot_usage (tenant_id, bot_id, turn_id, step, provider, model, key_mode, reserved_tokens, reserved_micros, price_version, started_at, price)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) RETURNING id`,
  params: {
    tenantId: 'int4',
    botId: 'int4',
    turnId: 'int8?',
    step: 'int2',
    provider: 'text',
    model: 'text',
    keyMode: 'text',
    reservedTokens: 'int4',
    reservedMicros: 'int8?',
    priceVersion: 'text?',
    startedAt: 'timestamptz',
    price: 'numeric',
  },
  row: { id: 'int8' },
});

/**
 * Also settles a call that was marked as interrupted: late usage still counts. Its price is refunded, once, where it
 * certainly cost nothing; the tenant is locked first, as in every movement of credit.
 */
const settle = defineStatement({
  name: 'bots.settle-usage',
  plan: 'index',
  text: `WITH tenant AS MATERIALIZED (SELECT t.id FROM tenants t WHERE t.id = $1 AND $10 FOR NO KEY UPDATE),
         call AS MATERIALIZED (
           SELECT u.id, u.turn_id, u.price FROM bot_usage u
            WHERE u.id = $2 AND u.tenant_id = $1 AND (SELECT count(*) FROM tenant) >= 0 FOR NO KEY UPDATE),
         refunded AS (
           INSERT INTO credit_ledger (tenant_id, amount, kind, note)
           SELECT $1, price, 'refund', coalesce('turn_' || turn_id, 'try') FROM call WHERE $10 AND price > 0),
         returned AS (UPDATE tenants t SET balance = t.balance + call.price FROM call WHERE t.id = $1 AND $10 AND call.price > 0)
         UPDATE bot_usage u
            SET status = $3, input_tokens = $4, cached_tokens = $5, output_tokens = $6, reasoning_tokens = $7, cost_micros = $8, error_class = $9,
                reserved_tokens = CASE WHEN $10 THEN 0 ELSE u.reserved_tokens END, price = CASE WHEN $10 THEN 0 ELSE u.price END,
                ended_at = $11
           FROM call WHERE u.id = call.id`,
  params: {
    tenantId: 'int4',
    id: 'int8',
    status: 'text',
    inputTokens: 'int4?',
    cachedTokens: 'int4?',
    outputTokens: 'int4?',
    reasoningTokens: 'int4?',
    costMicros: 'int8?',
    errorClass: 'text?',
    isUnpaid: 'bool',
    endedAt: 'timestamptz',
  },
});

const interrupt = defineStatement({
  name: 'bots.interrupt-usage',
  text: `UPDATE bot_usage SET status = 'interrupted', ended_at = $2 WHERE status = 'started' AND started_at < $1`,
  params: { before: 'timestamptz', now: 'timestamptz' },
});

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 3_600_000;

async function spentSince(sql: Sql, { tenantId, botId, startedAt }: NewUsage, caps: UsageCaps): Promise<Spent> {
  const { day, month } = periodsOf(startedAt);
  // Without a monthly cap, reads only the day.
  const since = caps.costPerMonthMicros === null ? day : month;
  const { tokensToday, costThisMonth } = at(await sumSpent.all(sql, { tenantId, botId, day, since }), 0);
  return { tokensToday: asInt(tokensToday), costThisMonthMicros: BigInt(costThisMonth) };
}

const isTurnPaid = async (sql: Sql, { tenantId, turnId }: NewUsage): Promise<boolean> =>
  turnId !== null && (await findPaid.first(sql, { tenantId, turnId })) !== null;

async function findTrials(sql: Sql, { tenantId, startedAt }: NewUsage): Promise<TrialCounts> {
  const before = (ms: number): Date => new Date(startedAt.getTime() - ms);
  return at(await countTrials.all(sql, { tenantId, minuteAgo: before(MINUTE_MS), dayAgo: before(DAY_MS) }), 0);
}

/** Locks the tenant, then the bot, and loads only the facts that this call needs. */
export async function lockAndLoadFacts(sql: Sql, call: NewUsage, caps: UsageCaps): Promise<CallFacts> {
  const isTrial = call.turnId === null;
  const hasCredit = beginsReply(call) && (isTrial || call.keyMode === 'platform');
  const credit = hasCredit ? await lockCredit(sql, call.tenantId) : null;
  const isPaid = credit !== null && (await isTurnPaid(sql, call));
  const trials = isTrial && beginsReply(call) ? await findTrials(sql, call) : null;
  if (!isCapped(caps)) return { spent: null, credit, isPaid, trials };
  await lockBot.first(sql, { tenantId: call.tenantId, botId: call.botId });
  return { spent: await spentSince(sql, call, caps), credit, isPaid, trials };
}

/** Stores a call with its worst case, and the price that was debited for its reply. */
export function insertUsage({ worst, ...call }: NewUsage, price: string): Unsent<{ id: string }> {
  const reserved = { reservedTokens: worst.tokens, reservedMicros: worst.costMicros?.toString() ?? null };
  return mapUnsent(insertCall.unsent({ ...call, ...reserved, price }), (rows) => at(rows, 0));
}

/** Completes the row of a call. */
export async function settleUsage(sql: Sql, tenantId: number, id: string, settled: SettledUsage): Promise<void> {
  const { usage, costMicros, ...rest } = settled;
  await settle.run(sql, {
    ...rest,
    tenantId,
    id,
    inputTokens: usage?.inputTokens ?? null,
    cachedTokens: usage?.cachedInputTokens ?? null,
    outputTokens: usage?.outputTokens ?? null,
    reasoningTokens: usage?.reasoningTokens ?? null,
    costMicros: costMicros === null ? null : String(costMicros),
  });
}

/** Marks calls whose process died: their cost is unknown. */
export const markInterrupted = (sql: Sql, given: { before: Date; now: Date }): Promise<number> =>
  interrupt.run(sql, given);

/** Every credit movement locks the tenant first. */
const lockTenant = defineStatement({
  name: 'bots.lock-credit',
  plan: 'index',
  text: `SELECT t.balance, t.status = 'active' AS is_active, t.low_credit_threshold AS threshold, t.low_credit_at IS NOT NULL AS is_reported
           FROM tenants t WHERE t.id = $1 FOR NO KEY UPDATE`,
  params: { tenantId: 'int4' },
  row: { balance: 'numeric', isActive: 'bool!', threshold: 'numeric?', isReported: 'bool!' },
});

const debit = defineStatement({
  name: 'bots.pay-reply',
  plan: 'index',
  text: `WITH entered AS (INSERT INTO credit_ledger (tenant_id, amount, kind, note) VALUES ($1, -($2::numeric), 'bot', $3))
         UPDATE tenants SET balance = balance - $2::numeric, low_credit_at = coalesce($4, low_credit_at) WHERE id = $1`,
  params: { tenantId: 'int4', price: 'numeric', note: 'text', lowCreditAt: 'timestamptz?' },
});

/** Locks the tenant's row until the transaction ends, and reads its credit. */
export async function lockCredit(sql: Sql, tenantId: number): Promise<NonNullable<CallFacts['credit']>> {
  const found = await lockTenant.first(sql, { tenantId });
  if (!found) throw new Error(`Tenant ${tenantId} of a bot does not exist.`);
  const { balance, isActive, threshold, isReported } = found;
  return { balance, isActive, line: threshold === null ? null : { threshold, isReported } };
}

/** Debits the price of a reply from the locked credit, and reports a threshold that this crosses. */
export async function payReply(
  sql: Sql,
  { tenantId, turnId, startedAt }: NewUsage,
  { price, lowCredit }: Extract<CallDecision, { kind: 'admit' }>,
): Promise<void> {
  const note = turnId === null ? 'try' : `turn_${turnId}`;
  await debit.run(sql, { tenantId, price, note, lowCreditAt: lowCredit && startedAt });
  if (!lowCredit) return;
  const period = `${note} ${startedAt.toISOString()}`;
  await writeFacts(sql, [
    { tenantId, kind: 'low_credit', subject: 'credit', period, data: lowCredit, happenedAt: startedAt },
  ]);
}
