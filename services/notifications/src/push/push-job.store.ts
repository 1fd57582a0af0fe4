import type { Sql } from '@parley/database/sql';
import { computed, oneOf } from '@parley/database/statements/column';
import { defineStatement } from '@parley/database/statements/statement';
import type { Wanted } from '@parley/runtime/turns/tenant-turns';
import type { AfterPush } from './push.rules.ts';

/** Two workers that choose the same push wait for each other, and the second one finds it claimed. */
const claimDue = defineStatement({
  name: 'push.claim',
  text: `WITH due AS MATERIALIZED (
           SELECT DISTINCT ON (s.tenant_id) p.id, s.tenant_id
             FROM push_subscriptions p JOIN member_sessions s ON s.id = p.session_row
            WHERE p.due_at <= $1 AND (p.claimed_until IS NULL OR p.claimed_until < $1)
              AND s.tenant_id > $3 AND s.tenant_id <> ALL ($4::int4[])
            ORDER BY s.tenant_id, p.due_at LIMIT $5
         )
         UPDATE push_subscriptions p SET claimed_until = $2
           FROM due
           JOIN tenants t ON t.id = due.tenant_id, member_sessions s JOIN members m ON m.id = s.member_row
          WHERE p.id = due.id AND s.id = p.session_row AND (p.claimed_until IS NULL OR p.claimed_until < $1)
         RETURNING p.id, due.tenant_id, p.target, p.news, p.conversation_id, p.attempts, p.first_failed_at, p.due_at,
                   p.claimed_until, t.name AS workspace, coalesce(m.language, t.language, 'en') AS language`,
  params: { now: 'timestamptz', until: 'timestamptz', after: 'int4', busy: 'int4[]', limit: 'int8' },
  row: {
    id: 'int4',
    tenantId: 'int4!',
    target: 'text',
    news: computed(oneOf('message', 'mention')),
    conversationId: 'int4?',
    attempts: 'int4',
    firstFailedAt: 'timestamptz?',
    dueAt: 'timestamptz!',
    claimedUntil: 'timestamptz!',
    workspace: 'text',
    language: 'text!',
  },
});

/** A push to send now. The claim fences the writes of the worker that has it. */
export type PushJob = Awaited<ReturnType<typeof claimPushes>>[number];

/** Claims due pushes, at most one of each tenant that is not busy, in the order of the tenants after this one. */
export async function claimPushes(sql: Sql, { busy, limit, ...given }: Wanted & { now: Date; until: Date }) {
  const pushes = await claimDue.all(sql, { ...given, busy: [...busy], limit: String(limit) });
  return pushes.sort((one, other) => one.tenantId - other.tenantId);
}

/** News that came since the claim have another time, and stay. */
const settle = defineStatement({
  name: 'push.settle',
  text: `UPDATE push_subscriptions
            SET news = CASE WHEN $4 AND due_at = $3 THEN NULL ELSE news END,
                due_at = CASE WHEN $4 AND due_at = $3 THEN NULL ELSE greatest(due_at, $5) END,
                claimed_until = NULL, rest_until = $5, attempts = $6, first_failed_at = $7
          WHERE id = $1 AND claimed_until = $2`,
  params: {
    id: 'int4',
    claimedUntil: 'timestamptz',
    dueAt: 'timestamptz',
    isTold: 'bool',
    next: 'timestamptz',
    attempts: 'int4',
    firstFailedAt: 'timestamptz?',
  },
});

const drop = defineStatement({
  name: 'push.drop',
  text: 'DELETE FROM push_subscriptions WHERE id = $1 AND claimed_until = $2',
  params: { id: 'int4', claimedUntil: 'timestamptz' },
});

/** Stores what follows an attempt; null: the subscription is over. Does nothing when another worker has the push. */
export async function settlePush(
  sql: Sql,
  { id, claimedUntil, dueAt }: PushJob,
  after: AfterPush | null,
): Promise<void> {
  if (after) await settle.run(sql, { id, claimedUntil, dueAt, ...after });
  else await drop.run(sql, { id, claimedUntil });
}
