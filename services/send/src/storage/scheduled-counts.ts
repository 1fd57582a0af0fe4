import type { PrismaDatabase } from '@parley/database/map-database-errors';
import { makeBoundedMap } from '@parley/runtime/bounded-map';

const COUNTED_MAX = 1000;
/** The limit protects the deployment, so a count that is a few seconds old is enough. */
const COUNTED_MS = 5000;

/** A tenant's scheduled messages, and its plan. */
interface ScheduledCount {
  plan: string;
  scheduled: number;
}

/** Counts of tenants' scheduled messages, for the limit of their plan; at most 5 seconds old. */
export interface ScheduledCounts {
  of(tenantId: number): Promise<ScheduledCount>;
}

export function makeScheduledCounts({ prisma }: Pick<PrismaDatabase, 'prisma'>): ScheduledCounts {
  const counts = makeBoundedMap<number, Promise<ScheduledCount>>(COUNTED_MAX, { keepMs: COUNTED_MS });
  async function count(tenantId: number): Promise<ScheduledCount> {
    const [{ plan }, scheduled] = await Promise.all([
      prisma.tenant.findUniqueOrThrow({ where: { id: tenantId }, select: { plan: true } }),
      prisma.scheduledSend.count({ where: { tenantId } }),
    ]);
    return { plan, scheduled };
  }
  return {
    async of(tenantId) {
      const counting = counts.get(tenantId) ?? count(tenantId);
      counts.set(tenantId, counting);
      try {
        return await counting;
      } catch (error) {
        counts.delete(tenantId);
        throw error;
      }
    },
  };
}
