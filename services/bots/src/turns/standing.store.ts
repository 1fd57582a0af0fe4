import { json, orNull } from '@parley/database/column';
import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statement';
import type { ClaimedTurn } from './decide-turn.rules.ts';
import { LINES_LOOKED_AT } from './loop-guard.rules.ts';
import type { Standing } from './turn-facts.rules.ts';

/** One query, because every turn begins with it, and turns come in floods. */
const find = defineStatement({
  name: 'bots.find-standing',
  plan: 'index',
  text: `SELECT (SELECT count(*) FROM bot_turns t WHERE t.tenant_id = $1 AND t.conversation_id = $2 AND t.created_at > $4) AS turns,
                (SELECT p.reply FROM bot_turns p
                  WHERE p.tenant_id = $1 AND p.conversation_id = $2 AND p.id < $3 AND p.outcome = 'replied' AND p.created_at > $4
                  ORDER BY p.id DESC LIMIT 1) AS previous_reply,
                (SELECT jsonb_agg(jsonb_build_array(l.direction, l.origin, extract(epoch FROM l.created_at) * 1000) ORDER BY l.id)
                   FROM (SELECT m.id, m.direction, m.origin, m.created_at FROM messages m
                          WHERE m.tenant_id = $1 AND m.conversation_id = $2 AND m.status <> 'scheduled' ORDER BY m.id DESC LIMIT $5::int4) l) AS lines,
                (SELECT count(*)::int4 FROM bot_usage u WHERE u.tenant_id = $1 AND u.turn_id = $3) AS calls,
                (SELECT count(*)::int4 FROM bot_usage u WHERE u.tenant_id = $1 AND u.turn_id = $3 AND u.step = 1) AS replies,
                EXISTS (SELECT 1 FROM bot_usage u WHERE u.tenant_id = $1 AND u.turn_id = $3 AND u.price > 0) AS is_paid,
                w.balance, w.status = 'active' AS is_active
           FROM tenants w WHERE w.id = $1`,
  params: { tenantId: 'int4', conversationId: 'int4', id: 'int8', since: 'timestamptz', count: 'int4' },
  row: {
    turns: 'int8!',
    previousReply: orNull(json<string[]>()),
    lines: orNull(json<[direction: string, origin: string | null, atMs: number][]>()),
    calls: 'int4!',
    replies: 'int4!',
    isPaid: 'bool!',
    balance: 'numeric',
    isActive: 'bool!',
  },
});

/** Facts of a conversation's past that decide about a turn. */
export async function findStanding(sql: Sql, turn: ClaimedTurn, since: Date): Promise<Standing> {
  const { tenantId, conversationId, id } = turn;
  const found = await find.first(sql, { tenantId, conversationId, id, since, count: LINES_LOOKED_AT });
  if (!found) throw new Error(`Tenant ${tenantId} of a turn does not exist.`);
  return {
    turns: Number(found.turns),
    previousReply: found.previousReply,
    credit: { balance: found.balance, isActive: found.isActive },
    calls: found.calls,
    replies: found.replies,
    isPaid: found.isPaid,
    lines: (found.lines ?? []).map(([direction, origin, atMs]) => ({
      isCustomer: direction === 'in',
      isBot: origin === 'bot',
      at: new Date(atMs),
    })),
  };
}
