import { NotificationChannel } from '@parley/common/workspace/notification-kinds';
import { defineDue } from '@parley/database/due/define-due';
import type { Sql } from '@parley/database/sql';
import { json, oneOf } from '@parley/database/statements/column';
import type { PrismaDatabase } from '@parley/database/statements/map-database-errors';
import { defineStatement } from '@parley/database/statements/statement';
import type { Wanted } from '@parley/runtime/turns/tenant-turns';
import { z } from 'zod';
import { type Item, QUIET_HOURS } from '../planning/plan-notifications.rules.ts';
import type { Job, Settlement } from './job.rules.ts';

/**
 * Starts after the tenant that was served last, so that tenants take turns (0: the deployment). Tenants with waiting
 * messages are found by steps in the index, however many messages one of them has; a tenant's own accounts are
 * distinguished from those of the deployment by its settings.
 */
const claimDue = defineStatement({
  name: 'notifications.claim',
  plan: 'index',
  text: `WITH RECURSIVE owners AS (
           (SELECT coalesce(n.tenant_id, 0) AS owner FROM notifications n
             WHERE n.status IN ('open', 'waiting') AND coalesce(n.tenant_id, 0) >= $6::int4
             ORDER BY coalesce(n.tenant_id, 0) LIMIT 1)
            UNION ALL
           SELECT (SELECT coalesce(n.tenant_id, 0) FROM notifications n
                    WHERE n.status IN ('open', 'waiting') AND coalesce(n.tenant_id, 0) > o.owner
                    ORDER BY coalesce(n.tenant_id, 0) LIMIT 1)
             FROM owners o WHERE o.owner IS NOT NULL
         ),
         due AS MATERIALIZED (
           SELECT d.number
             FROM owners o
             LEFT JOIN notification_settings s ON s.tenant_id = o.owner
             CROSS JOIN LATERAL (
               SELECT next.number
                 FROM (VALUES ('email', s.smtp_url IS NOT NULL), ('sms', s.sms_account IS NOT NULL)) AS w (way, is_own)
                 CROSS JOIN LATERAL (
                   SELECT n.number, n.due_at FROM notifications n
                    WHERE n.status IN ('open', 'waiting') AND coalesce(n.tenant_id, 0) = o.owner AND n.way = w.way
                      AND n.due_at <= $2 AND (n.claimed_until IS NULL OR n.claimed_until < $2)
                    ORDER BY n.due_at LIMIT 1 FOR UPDATE SKIP LOCKED) next
                WHERE w.is_own = $8::bool
                ORDER BY next.due_at LIMIT 1) d
            WHERE o.owner <> ALL ($7::int4[])
            LIMIT $4
         )
         UPDATE notifications n SET status = 'waiting', claim_id = $1, claimed_until = $3, holder = $5
           FROM due WHERE n.number = due.number
         RETURNING n.number, n.id, n.claim_id, n.tenant_id, n.recipient_id, n.way, n.kind, n.address, n.items, n.facts,
                   n.attempts, n.first_tried_at`,
  params: {
    claimId: 'text',
    now: 'timestamptz',
    until: 'timestamptz',
    limit: 'int8',
    holder: 'int4?',
    from: 'int4',
    busy: 'int4[]',
    isOwn: 'bool',
  },
  row: {
    number: 'int4',
    id: 'text',
    claimId: 'text!',
    tenantId: 'int4?',
    recipientId: 'int4?',
    way: oneOf('email', 'sms'),
    kind: 'text',
    address: 'text',
    items: json<Item[]>(),
    facts: 'int4',
    attempts: 'int4',
    firstTriedAt: 'timestamptz?',
  },
});

/**
 * Claims due messages, at most one of each tenant that is not busy, in the order of the tenants after this one. The
 * claim fences every later write of the worker that holds it.
 */
export async function claimJobs(
  sql: Sql,
  {
    after,
    limit,
    busy,
    ...wanted
  }: Wanted & { claimId: string; now: Date; until: Date; isOwn: boolean; holder: number | null },
): Promise<Job[]> {
  // The deployment (0) is the first owner, after the last tenant.
  const from = after === 0 ? 0 : after + 1;
  const jobs = await claimDue.all(sql, { ...wanted, from, busy: [...busy], limit: String(limit) });
  return jobs.sort((one, other) => (one.tenantId ?? 0) - (other.tenantId ?? 0));
}

const endSending = defineStatement({
  name: 'notifications.end-interrupted',
  text: `UPDATE notifications SET status = 'unknown', reason = 'interrupted', claim_id = NULL, claimed_until = NULL, holder = NULL
          WHERE number IN (SELECT number FROM notifications
                            WHERE status = 'sending' AND (claimed_until IS NULL OR claimed_until < $1)
                            LIMIT 1000 FOR UPDATE SKIP LOCKED)`,
  params: { now: 'timestamptz' },
});

/** Settles messages whose worker died while sending: their outcome is unknown. */
export async function endInterrupted(sql: Sql, now: Date): Promise<void> {
  await endSending.run(sql, { now });
}

/** When the next message is due or a claim expires; null: there is none. */
export const findDueJobAt = defineDue({
  name: 'notifications.find-due',
  text: `SELECT least((SELECT due_at FROM notifications
                        WHERE status IN ('open', 'waiting', 'sending') AND claimed_until IS NULL ORDER BY due_at LIMIT 1),
                      (SELECT min(claimed_until) FROM notifications WHERE claimed_until IS NOT NULL)) AS due_at`,
});

type Rows = Pick<PrismaDatabase['prisma'], 'notification'>;

/** From here on the message may have been accepted. False when another worker has the job by now. */
export async function beginJob(prisma: Rows, { number, claimId }: Job): Promise<boolean> {
  const where = { number, claimId, status: 'waiting' };
  return (await prisma.notification.updateMany({ where, data: { status: 'sending' } })).count > 0;
}

/** False when another worker has the job by now, and nothing changed. */
export async function saveSettlement(prisma: Rows, { number, claimId }: Job, settlement: Settlement): Promise<boolean> {
  const { count } = await prisma.notification.updateMany({
    where: { number, claimId, status: { in: ['waiting', 'sending'] } },
    data: { ...settlement, claimId: null, claimedUntil: null, holder: null },
  });
  return count > 0;
}

const addConfirmation = defineStatement({
  name: 'notifications.add-confirmation',
  text: `INSERT INTO notifications (id, tenant_id, recipient_id, way, kind, address, items, facts, due_at, created_at)
         VALUES ($1, $2, $3, $4, 'confirmation', $5, $6, 0, $7, $7)
         ON CONFLICT (recipient_id, way, kind) WHERE status = 'open' DO NOTHING`,
  params: {
    id: 'text',
    tenantId: 'int4?',
    recipientId: 'int4',
    way: 'text',
    address: 'text',
    items: 'jsonb',
    now: 'timestamptz',
  },
  row: {},
});

/** Adds the job that sends a confirmation; a pending job sends the newest one. */
export async function addConfirmationJob(
  sql: Sql,
  given: { id: string; tenantId: number | null; recipientId: number; way: string; address: string; now: Date },
): Promise<void> {
  await addConfirmation.run(sql, { ...given, items: [] });
}

const LISTED = {
  number: true,
  id: true,
  recipientId: true,
  way: true,
  kind: true,
  address: true,
  status: true,
  reason: true,
  facts: true,
  attempts: true,
  dueAt: true,
  provider: true,
  providerId: true,
  acceptedAt: true,
  createdAt: true,
} as const;

const Status = z.enum(['open', 'waiting', 'sending', 'sent', 'failed', 'unknown', 'dropped']);
const toListed = <Row extends { way: string; status: string }>(row: Row) => ({
  ...row,
  way: NotificationChannel.parse(row.way),
  status: Status.parse(row.status),
});

/** A row of the list. */
export interface ListedNotification {
  number: number;
  id: string;
  recipientId: number | null;
  way: NotificationChannel;
  kind: string;
  address: string;
  status: z.infer<typeof Status>;
  reason: string | null;
  facts: number;
  attempts: number;
  dueAt: Date;
  provider: string | null;
  providerId: string | null;
  acceptedAt: Date | null;
  createdAt: Date;
}

const UNSENT = { in: ['open', 'waiting'] };

/** Filter for a displayed status: `held` means held back by quiet hours, and is stored as open or waiting. */
function ofStatus(shown: string | undefined) {
  if (shown === undefined) return {};
  if (shown === 'held') return { status: UNSENT, reason: QUIET_HOURS };
  if (shown === 'waiting') return { status: UNSENT, OR: [{ reason: null }, { reason: { not: QUIET_HOURS } }] };
  return { status: shown };
}

/** Messages before this number, newest first. */
export async function listNotificationsBefore(
  prisma: Pick<PrismaDatabase['prisma'], 'notification'>,
  tenantId: number | null,
  { number, status, count }: { number: number; status: string | undefined; count: number },
): Promise<ListedNotification[]> {
  const rows = await prisma.notification.findMany({
    where: { tenantId, number: { lt: number }, ...ofStatus(status) },
    select: LISTED,
    orderBy: { number: 'desc' },
    take: count,
  });
  return rows.map(toListed);
}
