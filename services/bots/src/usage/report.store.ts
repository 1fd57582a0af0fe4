import { TURN_OUTCOMES } from '@parley/common/contracts/operator/bot-turns';
import type { Sql } from '@parley/database/sql';
import { json, oneOf, orNull } from '@parley/database/statements/column';
import type { PrismaDatabase } from '@parley/database/statements/map-database-errors';
import { defineStatement } from '@parley/database/statements/statement';
import type { BotScope } from '../knowledge/knowledge.store.ts';

const listRows = defineStatement({
  name: 'bots.list-turns',
  text: `SELECT t.id, t.conversation_id, t.state, t.outcome, t.reason, t.trigger_message_id, t.attempt, t.reply, t.sent, t.created_at, t.ended_at,
                u.calls, u.input_tokens, u.cached_tokens, u.output_tokens, u.reasoning_tokens, u.cost_micros, u.unpriced, u.price_versions
           FROM bot_turns t
          CROSS JOIN LATERAL (
            SELECT count(*)::int4 AS calls, coalesce(sum(e.input_tokens), 0)::int8 AS input_tokens, coalesce(sum(e.cached_tokens), 0)::int8 AS cached_tokens,
                   coalesce(sum(e.output_tokens), 0)::int8 AS output_tokens, coalesce(sum(e.reasoning_tokens), 0)::int8 AS reasoning_tokens,
                   coalesce(sum(e.cost_micros), 0)::int8 AS cost_micros, count(*) FILTER (WHERE e.cost_micros IS NULL)::int4 AS unpriced,
                   coalesce(array_agg(DISTINCT e.price_version) FILTER (WHERE e.price_version IS NOT NULL), '{}') AS price_versions
              FROM bot_usage e WHERE e.turn_id = t.id AND e.tenant_id = t.tenant_id) u
          WHERE t.tenant_id = $1 AND t.bot_id = $2 AND t.id < $3
          ORDER BY t.id DESC LIMIT $4`,
  params: { tenantId: 'int4', botId: 'int4', beforeId: 'int8', limit: 'int8' },
  row: {
    id: 'int8',
    conversationId: 'int4',
    state: oneOf('open', 'done'),
    outcome: orNull(oneOf(...TURN_OUTCOMES)),
    reason: 'text?',
    triggerMessageId: 'int8',
    attempt: 'int2',
    reply: orNull(json<string[]>()),
    sent: 'int2',
    createdAt: 'timestamptz',
    endedAt: 'timestamptz?',
    calls: 'int4!',
    inputTokens: 'int8!',
    cachedTokens: 'int8!',
    outputTokens: 'int8!',
    reasoningTokens: 'int8!',
    costMicros: 'int8!',
    unpriced: 'int4!',
    priceVersions: 'text[]!',
  },
});

/** A turn with its costs. */
export type ListedTurn = Awaited<ReturnType<typeof listRows.all>>[number];

const NEWEST = '9223372036854775807';

/** Turns of a bot, newest first. */
export const listTurns = (
  sql: Sql,
  { tenantId, botId, beforeId, count }: { tenantId: number; botId: number; beforeId: string | null; count: number },
): Promise<ListedTurn[]> => listRows.all(sql, { tenantId, botId, beforeId: beforeId ?? NEWEST, limit: String(count) });

/** Whether the tenant has, or had, a bot: a deleted one keeps its turns. */
export const wasBotOf = async (
  prisma: Pick<PrismaDatabase['prisma'], 'bot'>,
  { tenantId, botId: id }: BotScope,
): Promise<boolean> => (await prisma.bot.findFirst({ where: { id, tenantId }, select: { id: true } })) !== null;

/** Days are in UTC. */
const sumByDay = defineStatement({
  name: 'bots.sum-usage-by-day',
  text: `SELECT to_char(date_trunc('day', u.started_at AT TIME ZONE 'UTC'), 'YYYY-MM-DD') AS day, count(*)::int4 AS calls,
                count(DISTINCT u.turn_id)::int4 AS turns, count(u.error_class)::int4 AS failed,
                count(*) FILTER (WHERE u.input_tokens IS NULL AND u.reserved_tokens > 0)::int4 AS untold,
                coalesce(sum(u.input_tokens), 0)::int8 AS input_tokens, coalesce(sum(u.cached_tokens), 0)::int8 AS cached_tokens,
                coalesce(sum(u.output_tokens), 0)::int8 AS output_tokens, coalesce(sum(u.reasoning_tokens), 0)::int8 AS reasoning_tokens,
                coalesce(sum(u.cost_micros), 0)::int8 AS cost_micros, count(*) FILTER (WHERE u.cost_micros IS NULL)::int4 AS unpriced
           FROM bot_usage u
          WHERE u.bot_id = $2 AND u.tenant_id = $1 AND u.started_at >= $3
          GROUP BY 1 ORDER BY 1 DESC`,
  params: { tenantId: 'int4', botId: 'int4', since: 'timestamptz' },
  row: {
    day: 'text!',
    calls: 'int4!',
    turns: 'int4!',
    failed: 'int4!',
    untold: 'int4!',
    inputTokens: 'int8!',
    cachedTokens: 'int8!',
    outputTokens: 'int8!',
    reasoningTokens: 'int8!',
    costMicros: 'int8!',
    unpriced: 'int4!',
  },
});

/** Usage of a bot on one day. */
export type DayOfUsage = Awaited<ReturnType<typeof sumByDay.all>>[number];

/** Days with calls, newest first. */
export const sumUsageByDay = (
  sql: Sql,
  given: { tenantId: number; botId: number; since: Date },
): Promise<DayOfUsage[]> => sumByDay.all(sql, given);
