import type { InboundService } from '../service.ts';
import { DROP_BATCH, PENDING_CAP } from './pending.rules.ts';
import { dropPendingBeyond } from './pending.store.ts';

/** Drops the oldest updates of accounts with more than `cap` updates that wait for a message; they are lost. */
export async function limitPending(
  { unmappedDatabase, metrics, logger }: InboundService,
  cap = PENDING_CAP,
): Promise<void> {
  for (const [accountId, count] of await dropPendingBeyond(unmappedDatabase, cap, DROP_BATCH)) {
    metrics.pendingDropped('cap', count);
    logger.warn(
      'pending-updates.dropped',
      { channel_account_id: accountId, dropped: count },
      'Too many updates of an account wait for messages that are not stored: the oldest were dropped.',
    );
  }
}
