import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statement';

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
