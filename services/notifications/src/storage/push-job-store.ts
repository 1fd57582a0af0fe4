import { computed, oneOf } from '@parley/database/column';
import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statement';
import type { AfterPush } from '../domain/after-push.ts';

const claim = defineStatement({
  name: 'push.claim',
  text: `UPDATE push_subscriptions p SET claimed_until = $2
           FROM member_sessions s JOIN members m ON m.id = s.member_row JOIN tenants t ON t.id = m.tenant_id
          WHERE s.id = p.session_row AND p.id IN (
                  SELECT id FROM push_subscriptions WHERE due_at <= $1 AND (claimed_until IS NULL OR claimed_until < $1)
                   ORDER BY due_at LIMIT $3::int4 FOR UPDATE SKIP LOCKED)
         RETURNING p.id, p.target, p.news, p.conversation_id, p.attempts, p.first_failed_at, p.due_at,
                   p.claimed_until, t.name AS workspace, coalesce(m.language, t.language, 'en') AS language`,
  params: { now: 'timestamptz', until: 'timestamptz', count: 'int4' },
  row: {
    id: 'int4',
    target: 'text',
    news: computed(oneOf('message', 'mention')),
    conversationId: 'int4?',
    attempts: 'int4',
    firstFailedAt: 'timestamptz?',
    dueAt: 'timestamptz!',
    claimedUntil: 'timestamptz!',
    workspace: 'text',
    language: computed(oneOf('en', 'ar')),
  },
});

/** A push to send now. The claim fences the writes of the worker that has it. */
export type PushJob = Awaited<ReturnType<typeof claimPushes>>[number];

/** Claims the pushes that are due. */
export const claimPushes = (sql: Sql, given: { now: Date; until: Date; count: number }) => claim.all(sql, given);

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
