import { changePartitions } from '@parley/database/migrations/change-partitions';
import type { WebhookDeliveryService } from '../service.ts';
import { createPartition, dropPartition, findAwaitedDays, findBegun, findPartitions } from './partition.store.ts';
import { findDueChanges, planPartitions } from './partition-plan.rules.ts';

/** Key of the advisory lock: one process at a time changes partitions. */
const LOCK = '7274300160';
const DAYS_AHEAD = 3;

/**
 * Creates the partitions of the next days of events, ended deliveries and attempts, and drops those past retention. If
 * another process is doing so, or a lock is not free at once, the next run a minute later does it. Days are those
 * since 1970-01-01 (UTC).
 */
export async function keepPartitions(
  { database }: Pick<WebhookDeliveryService, 'database'>,
  { today, keepDays }: { today: number; keepDays: number },
): Promise<void> {
  const days = { today, keepDays, daysAhead: DAYS_AHEAD };
  const seen = findDueChanges({ ...days, existing: await findPartitions(database) });
  if (seen.missing.length + seen.past.length === 0) return;
  await changePartitions(database, LOCK, async (sql) => {
    const due = findDueChanges({ ...days, existing: await findPartitions(sql) });
    const begun = await findBegun(sql, due.missing);
    const awaitedDays = await findAwaitedDays(sql, due.past);
    const { make, drop } = planPartitions(due, { begun, awaitedDays });
    for (const partition of make) await createPartition(sql, partition);
    for (const partition of drop) await dropPartition(sql, partition);
  });
}
