import type { DroppedElements, QuarantineStore } from '../storage/quarantine-store.ts';

export interface BoundQuarantineDeps extends Pick<QuarantineStore, 'dropBeyond'> {
  /** Called when elements of an account were dropped: they are lost. */
  reportDropped(dropped: DroppedElements): void;
}

/** Maximum number of quarantined elements per account, whichever service wrote them. */
export const QUARANTINE_CAP = 10_000;
/** Per account and run. */
const DROP_BATCH = 10_000;

/**
 * Drops the oldest elements of accounts over the quarantine cap, so that senders cannot fill the database.
 */
export function makeBoundQuarantine({ dropBeyond, reportDropped }: BoundQuarantineDeps) {
  return async (cap = QUARANTINE_CAP, batch = DROP_BATCH): Promise<void> => {
    for (;;) {
      const dropped = await dropBeyond(cap, batch);
      for (const account of dropped) reportDropped(account);
      if (dropped.every(({ count }) => count < batch)) return;
    }
  };
}
