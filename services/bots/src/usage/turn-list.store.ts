import { TURN_OUTCOMES } from '@parley/common/contracts/operator/bot-turns';
import { json, oneOf, orNull } from '@parley/database/column';
import type { PrismaDatabase } from '@parley/database/map-database-errors';
import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statement';
import type { BotScope } from '../knowledge/knowledge.store.ts';

const list = defineStatement({
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
export type ListedTurn = Awaited<ReturnType<typeof list.all>>[number];

const NEWEST = '9223372036854775807';

/** Turns of a bot, newest first. */
export const listTurns = (
  sql: Sql,
  { tenantId, botId, beforeId, count }: { tenantId: number; botId: number; beforeId: string | null; count: number },
): Promise<ListedTurn[]> => list.all(sql, { tenantId, botId, beforeId: beforeId ?? NEWEST, limit: String(count) });

/** Whether the tenant has, or had, a bot: a deleted one keeps its turns. */
export const wasBotOf = async (
  prisma: Pick<PrismaDatabase['prisma'], 'bot'>,
  { tenantId, botId: id }: BotScope,
): Promise<boolean> => (await prisma.bot.findFirst({ where: { id, tenantId }, select: { id: true } })) !== null;
