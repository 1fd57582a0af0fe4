import { at } from '@parley/common/at';
import { CHANNELS } from '@parley/common/channels';
import { defineDue } from '@parley/database/due/define-due';
import type { Sql } from '@parley/database/sql';
import { computed, json, oneOf, orNull } from '@parley/database/statements/column';
import type { PrismaDatabase } from '@parley/database/statements/map-database-errors';
import { defineBatchStatement, defineStatement } from '@parley/database/statements/statement';
import { BOT_MODE } from '@parley/messaging/threads/thread-owner';
import type { ClaimedTurn } from './decide-turn.rules.ts';
import { type Claim, type Held, LINES_LOOKED_AT, type Standing } from './turn.rules.ts';

/** A turn with a stored reply keeps the epoch in which that reply was begun. */
const claim = defineStatement({
  name: 'bots.claim-turns',
  plan: 'index',
  text: `UPDATE bot_turns t
            SET lease_token = gen_random_uuid(), lease_until = $2, holder = $4, attempt = t.attempt + 1,
                epoch = CASE WHEN t.reply IS NULL THEN c.bot_epoch ELSE t.epoch END
           FROM conversations c
          WHERE c.id = t.conversation_id
            AND t.id IN (SELECT d.id FROM bot_turns d
                          WHERE d.state = 'open' AND d.due_at <= $1 AND (d.lease_until IS NULL OR d.lease_until < $1)
                            AND d.tenant_id <> ALL ($5::int4[])
                          ORDER BY d.due_at LIMIT $3::int4 FOR UPDATE SKIP LOCKED)
         RETURNING t.id, t.tenant_id, t.conversation_id, t.bot_id, t.lease_token::text AS lease_token, t.trigger_message_id, t.merged_ids, t.first_at,
                   t.attempt, t.epoch, t.reply, t.sent, t.handed_over, t.reason, c.channel, c.status, ${BOT_MODE} AS bot, c.bot_epoch`,
  params: { now: 'timestamptz', until: 'timestamptz', count: 'int4', holder: 'int4?', without: 'int4[]' },
  row: {
    id: 'int8',
    tenantId: 'int4',
    conversationId: 'int4',
    botId: 'int4',
    leaseToken: 'text!',
    triggerMessageId: 'int8',
    mergedIds: 'int4[]!',
    firstAt: 'timestamptz',
    attempt: 'int2',
    epoch: 'int4!',
    reply: orNull(json<string[]>()),
    sent: 'int2',
    handedOver: 'bool',
    reason: 'text?',
    channel: oneOf(...CHANNELS),
    status: 'text',
    bot: computed(oneOf('on', 'paused')),
    botEpoch: 'int4',
  },
});

/**
 * Claims due turns, each under its own lease, none of the tenants in `without`. `holder`: the number of this worker, or
 * null.
 */
export async function claimTurns(
  sql: Sql,
  given: { now: Date; until: Date; count: number; holder: number | null; without: readonly number[] },
): Promise<Claim[]> {
  const rows = await claim.all(sql, { ...given, without: [...given.without] });
  return rows.map(({ channel, status, bot, botEpoch, reply, ...turn }) => ({
    turn: { ...turn, texts: reply },
    conversation: { channel, status, bot, epoch: botEpoch },
  }));
}

/** Looks only at the first due turns: those behind them are found when these are done. */
/** When the next turn is due or a lease expires; null: there is none. */
export const findDueTurnAt = defineDue({
  name: 'bots.find-due-turn',
  text: `SELECT min(greatest(due_at, lease_until)) AS due_at
           FROM (SELECT due_at, lease_until FROM bot_turns WHERE state = 'open' ORDER BY due_at LIMIT 1000) first`,
});

/** A turn whose lease was renewed. */
interface RenewedTurn {
  id: string;
  triggerMessageId: string;
  /** No member has intervened. */
  isCurrent: boolean;
}

const renew = defineBatchStatement({
  name: 'bots.renew-leases',
  plan: 'index',
  text: `UPDATE bot_turns t SET lease_until = $3
           FROM unnest($1::int8[], $2::text[]) AS w(id, lease_token), conversations c
          WHERE t.id = w.id AND t.lease_token = w.lease_token::uuid AND t.state = 'open' AND c.id = t.conversation_id
         RETURNING t.id, t.trigger_message_id, (c.bot_epoch = t.epoch AND ${BOT_MODE} = 'on' AND c.status = 'open') AS is_current`,
  items: { id: 'int8', leaseToken: 'text' },
  params: { until: 'timestamptz' },
  row: { id: 'int8', triggerMessageId: 'int8', isCurrent: 'bool!' },
});

/** Renews leases; a turn missing from the result ended or has another holder. */
export const renewLeases = (sql: Sql, held: readonly Held[], until: Date): Promise<RenewedTurn[]> =>
  renew.all(sql, held, { until });

type Rows = Pick<PrismaDatabase['prisma'], 'botTurn'>;

/** Fenced by the lease: false when another worker has the turn by now, or it ended. */
const whileHeld = ({ id, leaseToken }: Held) => ({ id: BigInt(id), leaseToken, state: 'open' });

const release = defineStatement({
  name: 'bots.release-turn',
  plan: 'index',
  text: `UPDATE bot_turns SET lease_token = NULL, lease_until = NULL, holder = NULL, due_at = greatest(due_at, $3)
          WHERE id = $1 AND lease_token = $2::text::uuid AND state = 'open'`,
  params: { id: 'int8', leaseToken: 'text', dueAt: 'timestamptz' },
});

/** Releases a turn: the worker that claims it next starts again, at `dueAt` or when newer messages make it due. */
export async function releaseTurn(sql: Sql, { id, leaseToken }: Held, dueAt: Date): Promise<void> {
  await release.run(sql, { id, leaseToken, dueAt });
}

/** Stores the number of parts sent. */
export async function countSent(prisma: Rows, { sent, ...held }: Held & Pick<ClaimedTurn, 'sent'>): Promise<boolean> {
  return (await prisma.botTurn.updateMany({ where: whileHeld(held), data: { sent } })).count > 0;
}

const sumUsage = defineStatement({
  name: 'bots.sum-turn-usage',
  text: `SELECT sum(coalesce(u.input_tokens, 0)) AS input_tokens, sum(coalesce(u.output_tokens, 0)) AS output_tokens
           FROM bot_usage u WHERE u.tenant_id = $1 AND u.turn_id = $2`,
  params: { tenantId: 'int4', turnId: 'int8' },
  row: { inputTokens: 'int8?', outputTokens: 'int8?' },
});

/** The reported model usage of a turn. */
export async function sumTurnUsage(
  sql: Sql,
  { tenantId, id: turnId }: Pick<ClaimedTurn, 'tenantId' | 'id'>,
): Promise<{ input_tokens: number; output_tokens: number }> {
  // Null without calls.
  const { inputTokens, outputTokens } = at(await sumUsage.all(sql, { tenantId, turnId }), 0);
  return { input_tokens: Number(inputTokens ?? 0), output_tokens: Number(outputTokens ?? 0) };
}

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

const findNeed = defineStatement({
  name: 'bots.find-need',
  text: `SELECT EXISTS (SELECT FROM bots WHERE deleted_at IS NULL)
             OR EXISTS (SELECT FROM ai_keys)
             OR EXISTS (SELECT FROM bot_turns WHERE state = 'open')
             OR EXISTS (SELECT FROM knowledge_sources WHERE status = 'processing')
             OR EXISTS (SELECT FROM bot_usage WHERE status = 'started') AS is_needed`,
  row: { isNeeded: 'bool!' },
});

/** Whether there is a bot, a key, or work that is not done. */
export const hasNeed = async (sql: Sql): Promise<boolean> => at(await findNeed.all(sql, {}), 0).isNeeded;
