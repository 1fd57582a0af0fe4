import { CHANNELS } from '@parley/common/channels';
import { json, oneOf, orNull } from '@parley/database/column';
import type { PrismaDatabase } from '@parley/database/map-database-errors';
import type { Sql } from '@parley/database/sql';
import { defineBatchStatement, defineStatement } from '@parley/database/statement';
import type { ClaimedTurn } from './decide-turn.rules.ts';
import type { Claim, Held } from './turn-facts.rules.ts';

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
                   t.attempt, t.epoch, t.reply, t.sent, t.handed_over, t.reason, c.channel, c.status, c.bot, c.bot_epoch`,
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
    bot: oneOf('on', 'paused'),
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
const findDue = defineStatement({
  name: 'bots.find-due-turn',
  plan: 'index',
  text: `SELECT min(greatest(due_at, lease_until)) AS due_at
           FROM (SELECT due_at, lease_until FROM bot_turns WHERE state = 'open' ORDER BY due_at LIMIT 1000) first`,
  params: {},
  row: { dueAt: 'timestamptz?' },
});

/** When the next turn is due or a lease expires; null: there is none. */
export const findDueTurnAt = async (sql: Sql): Promise<Date | null> => (await findDue.first(sql, {}))?.dueAt ?? null;

/** A turn whose lease was renewed. */
export interface RenewedTurn {
  id: string;
  triggerMessageId: string;
  /** Nobody of the workspace has intervened. */
  isCurrent: boolean;
}

const renew = defineBatchStatement({
  name: 'bots.renew-leases',
  plan: 'index',
  text: `UPDATE bot_turns t SET lease_until = $3
           FROM unnest($1::int8[], $2::text[]) AS w(id, lease_token), conversations c
          WHERE t.id = w.id AND t.lease_token = w.lease_token::uuid AND t.state = 'open' AND c.id = t.conversation_id
         RETURNING t.id, t.trigger_message_id, (c.bot_epoch = t.epoch AND c.bot = 'on' AND c.status = 'open') AS is_current`,
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
  const sum = await sumUsage.first(sql, { tenantId, turnId });
  return { input_tokens: Number(sum?.inputTokens ?? 0), output_tokens: Number(sum?.outputTokens ?? 0) };
}
