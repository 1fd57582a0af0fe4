import { WebhookView } from '@parley/common/contracts/operator/webhooks';
import type { PrismaDatabase } from '@parley/database/map-database-errors';
import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statement';
import type { WebhookTarget } from '../domain/scope.ts';

type Prisma = PrismaDatabase['prisma'];

const MOST_COUNTED = 10_000;
/** A LIMIT needs an order; this one needs no sort. */
const BY_INDEX: { dueAt?: 'asc'; id?: 'asc' }[] = [{ dueAt: 'asc' }, { id: 'asc' }];

const LANE = {
  pauseReason: true,
  pausedAt: true,
  consecutiveFailures: true,
  failingSince: true,
  resumeAt: true,
  apiKey: { select: { webhookUrl: true } },
  platformWebhook: { select: { url: true } },
} as const;

const laneOf = ({ scope, instanceId }: WebhookTarget) => ({
  instanceId,
  OR: [{ apiKey: { tenantId: scope } }, { platformWebhook: { scope } }],
});

/** Null when the scope has no such key or platform webhook. */
export async function findWebhook(prisma: Prisma, target: WebhookTarget, now: Date) {
  const lane = await prisma.lane.findFirst({ where: laneOf(target), select: LANE });
  if (!lane) return null;
  const { instanceId } = target;
  const { pauseReason, resumeAt, apiKey, platformWebhook, ...health } = lane;
  return {
    ...health,
    instanceId,
    webhookUrl: (apiKey ? apiKey.webhookUrl : platformWebhook?.url) ?? null,
    reason: WebhookView.shape.reason.parse(pauseReason),
    resumesAt: resumeAt !== null && resumeAt > now ? resumeAt : null,
    waiting: await prisma.delivery.count({ where: { instanceId }, orderBy: BY_INDEX, take: MOST_COUNTED }),
  };
}

const pause = defineStatement({
  name: 'delivery.pause-lane',
  text: `UPDATE lanes l SET paused_at = coalesce(l.paused_at, now()), pause_reason = 'operator'
           FROM webhook_targets k WHERE k.instance_id = l.instance_id AND k.scope = $1 AND k.instance_id = $2`,
  params: { scope: 'int4', instanceId: 'text' },
});

/** An operator's pause overrides an automatic one: only resuming ends it. */
export async function pauseLane(sql: Sql, target: WebhookTarget): Promise<void> {
  await pause.run(sql, target);
}

/** Ends any pause and resets the health. */
export async function resumeLane(prisma: Prisma, target: WebhookTarget): Promise<void> {
  const lane = await prisma.lane.findFirst({ where: laneOf(target), select: { instanceId: true } });
  if (!lane) return;
  await prisma.lane.updateMany({
    where: lane,
    data: { pausedAt: null, pauseReason: null, resumeAt: null, consecutiveFailures: 0, failingSince: null },
  });
}

/** The platform webhook of a tenant, or (0) of the deployment; null when there is none. */
export async function findPlatformWebhook(
  prisma: Pick<Prisma, 'platformWebhook'>,
  scope: number,
): Promise<string | null> {
  const found = await prisma.platformWebhook.findFirst({
    where: { scope, revokedAt: null },
    select: { instanceId: true },
  });
  return found?.instanceId ?? null;
}
