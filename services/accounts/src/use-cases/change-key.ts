import { wakeDeliveries } from '@parley/bus/wake-deliveries';
import { keyChanged } from '@parley/common/hints';
import type { PrismaTransaction } from '@parley/database/prisma-connection';
import { restartLane } from '@parley/messaging/lanes/key-lane';
import type { Key, KeyChanges } from '../domain/key.ts';
import type { AccountsService } from '../service.ts';
import { findKey, lockKey, saveKey } from '../storage/key-store.ts';

/** A key; not its slug, because a key of the customer API does not name its tenant. */
interface KeyOfTenant {
  tenantId: number;
  instanceId: string;
}

/**
 * Changes a key, on every gateway within 1 s. `decide` is called with the locked key; it can write more in the same
 * transaction, and what it throws changes nothing. A webhook address wakes a lane that was stopped by 410 or by
 * failures; one that an operator paused stays paused. Null for an unknown or revoked key.
 */
export async function changeKey(
  { database, bus }: AccountsService,
  { tenantId, instanceId }: KeyOfTenant,
  decide: (key: Key, transaction: PrismaTransaction) => KeyChanges | Promise<KeyChanges>,
): Promise<Key | null> {
  const changed = await database.prismaTransaction(async (transaction) => {
    const { prisma, sql } = transaction;
    if (!(await lockKey(sql, tenantId, instanceId))) return null;
    const key = await findKey(prisma, tenantId, instanceId);
    if (!key) return null;
    const changes = await decide(key, transaction);
    await saveKey(prisma, tenantId, instanceId, changes);
    if (typeof changes.webhookUrl === 'string') await restartLane(prisma, instanceId);
    return findKey(prisma, tenantId, instanceId);
  });
  if (!changed) return null;
  bus.publishHint(keyChanged, { instanceId });
  wakeDeliveries(bus, [instanceId]);
  return changed;
}
