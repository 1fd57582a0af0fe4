import { dropUnknownBefore } from '../quarantine/quarantine.store.ts';
import type { InboundService } from '../service.ts';
import { DROP_BATCH } from './pending.rules.ts';
import { dropPendingBefore } from './pending.store.ts';

const DAY_MS = 24 * 3600 * 1000;
const KEEP_PENDING_MS = 7 * DAY_MS;
const KEEP_UNKNOWN_MS = 30 * DAY_MS;

/**
 * Drops updates that waited for 7 days without their message, and unknown elements after 30 days; returns their number.
 */
export async function expirePending({ unmappedDatabase, metrics, logger, now }: InboundService): Promise<number> {
  const before = (ageMs: number): Date => new Date(now().getTime() - ageMs);
  const dropped = await unmappedDatabase.transaction(async (sql) => {
    const pending = await dropPendingBefore(sql, before(KEEP_PENDING_MS), DROP_BATCH);
    if (pending > 0) metrics.pendingDropped('expired', pending);
    return pending + (await dropUnknownBefore(sql, before(KEEP_UNKNOWN_MS)));
  });
  if (dropped > 0)
    logger.info(
      'pending-updates.expired',
      { dropped },
      'Updates and unknown events that waited for their whole time were dropped.',
    );
  return dropped;
}
