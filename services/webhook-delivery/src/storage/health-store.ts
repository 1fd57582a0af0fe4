import type { Database } from '@parley/database/connect-database';
import type { PrismaTransaction } from '@parley/database/prisma-connection';
import type { Sql } from '@parley/database/sql';
import { type NewFact, writeFacts } from '@parley/messaging/notify/write-facts';
import { BREAKER_AFTER, type LaneHealth } from '../domain/lane-health.ts';
import { type HeldLane, saveHealth } from './lane-store.ts';

/** The owner of a lane; the tenant is null for the deployment's platform webhook. */
async function findOwner(
  prisma: PrismaTransaction['prisma'],
  instanceId: string,
): Promise<{ tenantId: number | null; label: string } | null> {
  const where = { instanceId };
  const key = await prisma.apiKey.findUnique({ where, select: { tenantId: true, label: true } });
  if (key) return key;
  const webhook = await prisma.platformWebhook.findUnique({ where, select: { tenantId: true } });
  return webhook && { ...webhook, label: 'Platform webhook' };
}

/** The trouble to report to recipients; null after a few failures only. */
const troubleOf = ({ pauseReason, consecutiveFailures }: LaneHealth): 'breaker' | 'gone' | 'failing' | null =>
  pauseReason ?? (consecutiveFailures >= BREAKER_AFTER ? 'breaker' : null);

/** Reports a failing receiver once, and once more when it is paused. */
async function writeTrouble(
  { prisma, sql }: PrismaTransaction,
  instanceId: string,
  health: LaneHealth,
  now: Date,
): Promise<void> {
  const reason = troubleOf(health);
  const owner = reason && (await findOwner(prisma, instanceId));
  if (!reason || !owner) return;
  const fact: NewFact = {
    tenantId: owner.tenantId,
    kind: 'webhook_failing',
    subject: instanceId,
    period: `${reason} ${(health.failingSince ?? now).toISOString()}`,
    data: { instance_id: instanceId, label: owner.label, reason },
    happenedAt: now,
  };
  await writeFacts(sql, [fact]);
}

/** Like saveHealth; in the same transaction writes a fact for a webhook whose recipients must be notified. */
export function saveHealthAndReport(
  sql: Sql,
  database: Pick<Database, 'prismaTransaction'>,
  lane: HeldLane,
  health: LaneHealth,
  given: { now: Date; worrying: boolean },
): Promise<{ saved: boolean; warn: boolean }> {
  if (troubleOf(health) === null) return saveHealth(sql, lane, health, given);
  return database.prismaTransaction(async (transaction) => {
    const stored = await saveHealth(transaction.sql, lane, health, given);
    if (stored.saved) await writeTrouble(transaction, lane.instanceId, health, given.now);
    return stored;
  });
}
