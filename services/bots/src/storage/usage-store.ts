import type { Database } from '@parley/database/connect-database';
import { asInt, type Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statement';
import { type CapReached, periodsOf, type Spent, type UsageCaps } from '../domain/cap-budget.ts';
import type { NewUsage, SettledUsage } from '../use-cases/call-model.ts';

/** Calls of one bot that would pass a cap together are decided one after the other. */
const lockBot = defineStatement({
  name: 'bots.lock-bot',
  text: 'SELECT b.id FROM bots b WHERE b.tenant_id = $1 AND b.id = $2 FOR NO KEY UPDATE',
  params: { tenantId: 'int4', botId: 'int4' },
  row: { id: 'int4' },
});

/** What nobody told counts as what was reserved. */
const sumSpent = defineStatement({
  name: 'bots.sum-spent',
  text: `SELECT coalesce(sum(coalesce(u.input_tokens + u.output_tokens, u.reserved_tokens)) FILTER (WHERE u.started_at >= $3), 0)::int8 AS tokens_today,
                coalesce(sum(coalesce(u.cost_micros, u.reserved_micros)), 0)::int8 AS cost_this_month
           FROM bot_usage u WHERE u.bot_id = $2 AND u.tenant_id = $1 AND u.started_at >= $4`,
  params: { tenantId: 'int4', botId: 'int4', day: 'timestamptz', since: 'timestamptz' },
  row: { tokensToday: 'int8!', costThisMonth: 'int8!' },
});

/** Once per call of a model. */
const insertCall = defineStatement({
  name: 'bots.insert-usage',
  text: `INSERT INTO bot_usage (tenant_id, bot_id, turn_id, step, provider, model, key_mode, reserved_tokens, reserved_micros, price_version, started_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) RETURNING id`,
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
  },
  row: { id: 'int8' },
});

/** Also of a call that was taken for interrupted: what is known counts. */
const settle = defineStatement({
  name: 'bots.settle-usage',
  text: `UPDATE bot_usage u
            SET status = $3, input_tokens = $4, cached_tokens = $5, output_tokens = $6, reasoning_tokens = $7, cost_micros = $8, error_class = $9,
                reserved_tokens = CASE WHEN $10 THEN 0 ELSE u.reserved_tokens END, ended_at = $11
          WHERE u.id = $2 AND u.tenant_id = $1`,
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

async function spentSince(sql: Sql, { tenantId, botId, startedAt }: NewUsage, caps: UsageCaps): Promise<Spent> {
  const { day, month } = periodsOf(startedAt);
  // Without a cap of the month, the day alone is read.
  const since = caps.costPerMonthMicros === null ? day : month;
  const found = await sumSpent.first(sql, { tenantId, botId, day, since });
  return { tokensToday: asInt(found?.tokensToday ?? 0), costThisMonthMicros: BigInt(found?.costThisMonth ?? 0) };
}

/**
 * Writes a call down with its worst case, unless `decide` names a cap that it passes: bots with a cap decide under their row's lock, so that
 * calls at once count each other.
 */
export async function reserveUsage(
  database: Pick<Database, 'query' | 'transaction'>,
  call: NewUsage,
  caps: UsageCaps,
  decide: (spent: Spent) => CapReached | null,
): Promise<{ id: string } | { reached: CapReached }> {
  const isCapped = caps.tokensPerDay !== null || caps.costPerMonthMicros !== null;
  if (!isCapped) return writeCall(database, call);
  return database.transaction(async (sql) => {
    await lockBot.first(sql, { tenantId: call.tenantId, botId: call.botId });
    const reached = decide(await spentSince(sql, call, caps));
    return reached ? { reached } : sql.commitWith(() => writeCall(sql, call));
  });
}

async function writeCall(sql: Sql, { worst, ...call }: NewUsage): Promise<{ id: string }> {
  const reserved = { reservedTokens: worst.tokens, reservedMicros: worst.costMicros?.toString() ?? null };
  const written = await insertCall.first(sql, { ...call, ...reserved });
  if (!written) throw new Error('An INSERT returned no row.');
  return written;
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

/** Marks calls whose process died: nobody knows what they cost. */
export const interruptUsage = (sql: Sql, given: { before: Date; now: Date }): Promise<number> =>
  interrupt.run(sql, given);
