import type { InboundService } from '../service.ts';
import { countQuarantined, dropQuarantinedBeyond } from './quarantine.store.ts';

/** Maximum number of quarantined elements per account, whichever service wrote them. */
const QUARANTINE_CAP = 10_000;
/** Per account and run. */
const DROP_BATCH = 10_000;

/**
 * Drops the oldest elements of accounts over the quarantine cap, so that senders cannot fill the database, and measures
 * the quarantine.
 */
export async function limitQuarantine(
  { database, metrics, logger }: InboundService,
  cap = QUARANTINE_CAP,
  batch = DROP_BATCH,
): Promise<void> {
  for (let isMore = true; isMore; ) {
    const dropped = await dropQuarantinedBeyond(database, cap, batch);
    for (const { tenantId, channel, externalId, count } of dropped) {
      metrics.quarantineDropped(channel, count);
      logger.warn(
        'quarantine.dropped',
        { tenant_id: tenantId, channel, external_id: externalId, dropped: count },
        'Too many elements of an account are in the quarantine: the oldest were dropped.',
      );
    }
    isMore = dropped.some(({ count }) => count >= batch);
  }
  metrics.quarantined(await countQuarantined(database));
}
