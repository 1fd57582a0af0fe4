import { Channel } from '@parley/common/channels';
import { type AccountRestriction, HISTORY_STATES } from '@parley/common/contracts/console/channel-health';
import { LOST_REASONS } from '@parley/common/events';
import type { Sql } from '@parley/database/sql';
import type { PrismaDatabase } from '@parley/database/statements/map-database-errors';
import { defineStatement } from '@parley/database/statements/statement';
import { z } from 'zod';
import { type ActivityFacts, type HealthFacts, readQuality } from './health.rules.ts';

/** Maximum messages of a tenant that are read, so that the cost of a list does not grow with its history. */
const LOOKED_AT = 5000;

/** Meta's code of a message that failed for want of a payment method. */
const UNPAID = 131042;

const findActivity = defineStatement({
  name: 'channel-connect.find-activity',
  text: `SELECT channel_account_id,
                max(created_at) FILTER (WHERE direction = 'in') AS last_received_at,
                max(created_at) FILTER (WHERE direction = 'out' AND status IN ('sent', 'delivered', 'read')) AS last_sent_at,
                max(created_at) FILTER (WHERE direction = 'out' AND status = 'failed' AND NOT was_cancelled) AS last_failed_at,
                max(created_at) FILTER (WHERE direction = 'out' AND status IN ('delivered', 'read')) AS last_delivered_at,
                max(created_at) FILTER (WHERE direction = 'out' AND status = 'failed' AND was_unpaid) AS last_unpaid_at
           FROM (SELECT channel_account_id, created_at, direction, status, coalesce(error ->> 'code' = 'cancelled', false) AS was_cancelled,
                        coalesce(error ->> 'provider_code' = '${UNPAID}', false) AS was_unpaid FROM messages
                  WHERE tenant_id = $1 ORDER BY created_at DESC LIMIT ${LOOKED_AT}) newest
          GROUP BY channel_account_id`,
  params: { tenantId: 'int4' },
  row: {
    channelAccountId: 'int4',
    lastReceivedAt: 'timestamptz?',
    lastSentAt: 'timestamptz?',
    lastFailedAt: 'timestamptz?',
    lastDeliveredAt: 'timestamptz?',
    lastUnpaidAt: 'timestamptz?',
  },
});

const DEVICE = {
  status: true,
  since: true,
  lastHeardAt: true,
  silentSince: true,
  restriction: true,
  restrictedUntil: true,
} as const;

const SELECT = {
  id: true,
  channel: true,
  externalId: true,
  wabaId: true,
  name: true,
  number: true,
  status: true,
  credentials: true,
  connectedAt: true,
  disconnectedAt: true,
  disconnectReason: true,
  authorizedAt: true,
  tokenExpiresAt: true,
  restrictions: true,
  offlineSince: true,
  paymentMissingSince: true,
  qualityRating: true,
  qualityTier: true,
  qualityAt: true,
  isOnBizApp: true,
  appSeenAt: true,
  historyImport: { select: { historyState: true, progress: true, imported: true } },
  channelToken: { select: { attempts: true, claimId: true } },
  devices: { select: DEVICE, orderBy: { id: 'desc' }, take: 1 },
} as const;

const State = z.enum(HISTORY_STATES);
const toHistory = ({ historyState, ...rest }: { historyState: string; progress: number | null; imported: number }) => ({
  state: State.parse(historyState),
  ...rest,
});

/** Connected accounts, and those lost after `lostAfter`, in the order of their rows. */
export async function listHealthFacts(
  { prisma }: Pick<PrismaDatabase, 'prisma'>,
  tenantId: number,
  { id, lostAfter }: { id: number; lostAfter: Date },
  count: number,
): Promise<HealthFacts[]> {
  const lost = { disconnectReason: { in: [...LOST_REASONS] }, disconnectedAt: { gt: lostAfter } };
  const rows = await prisma.channelAccount.findMany({
    where: { tenantId, id: { gt: id }, OR: [{ status: 'connected' }, { status: 'disconnected', ...lost }] },
    select: SELECT,
    orderBy: { id: 'asc' },
    take: count,
  });
  return rows.map((found) => {
    const { status, disconnectedAt, disconnectReason, channelToken, devices, authorizedAt, ...rest } = found;
    const { restrictions, qualityRating, qualityTier, qualityAt, isOnBizApp, appSeenAt, historyImport, ...row } = rest;
    const said = { quality_rating: qualityRating ?? undefined, messaging_limit: qualityTier ?? undefined };
    const reason = LOST_REASONS.find((one) => one === disconnectReason);
    return {
      ...row,
      channel: Channel.parse(row.channel),
      lost: status === 'disconnected' && reason && disconnectedAt ? { reason, at: disconnectedAt } : null,
      authorizedAt: authorizedAt ?? row.connectedAt,
      restrictions: restrictions as AccountRestriction[], // safe: only keepRestrictions writes it
      reportedQuality: qualityAt && { ...readQuality(said), at: qualityAt },
      // A running renewal is counted already.
      renewalsFailed: channelToken ? channelToken.attempts - (channelToken.claimId === null ? 0 : 1) : 0,
      device: devices[0] ?? null,
      app: isOnBizApp ? { lastSeenAt: appSeenAt, history: historyImport && toHistory(historyImport) } : null,
    };
  });
}

/** Activity by account, from the tenant's newest messages. */
export async function readActivity(sql: Sql, tenantId: number): Promise<Map<number, ActivityFacts>> {
  const rows = await findActivity.all(sql, { tenantId });
  return new Map(rows.map(({ channelAccountId, ...activity }) => [channelAccountId, activity]));
}
