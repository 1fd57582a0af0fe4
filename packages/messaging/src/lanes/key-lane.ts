import type { PrismaTransaction } from '@parley/database/connection/prisma-connection';

type Rows = Pick<PrismaTransaction['prisma'], 'lane'>;

/** Creates the lane of a new key, in the transaction that creates the key: without a lane its deliveries are never sent. */
export async function addLane(prisma: Rows, instanceId: string): Promise<void> {
  await prisma.lane.createMany({ data: [{ instanceId }] });
}

/**
 * Resets the lane of a key, in the transaction that changes its webhook address, unless an operator paused it. This ends the
 * worker's claim, so that a late answer of the old address cannot pause the new one.
 */
export async function restartLane(prisma: Rows, instanceId: string): Promise<void> {
  await prisma.lane.updateMany({
    where: { instanceId, OR: [{ pauseReason: null }, { pauseReason: { not: 'operator' } }] },
    data: {
      claimId: null,
      leaseUntil: null,
      pausedAt: null,
      pauseReason: null,
      resumeAt: null,
      consecutiveFailures: 0,
      failingSince: null,
    },
  });
}
