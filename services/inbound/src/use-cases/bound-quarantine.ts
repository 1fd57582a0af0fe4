import type { DroppedElements, QuarantineStore } from '../storage/quarantine-store.ts';

export interface BoundQuarantineDeps extends Pick<QuarantineStore, 'dropBeyond'> {
  /** Called when elements of an account were dropped: they are lost. */
  reportDropped(dropped: DroppedElements): void;
}

/** Elements that one account may have in the quarantine, no matter which service wrote them. */
export const QUARANTINE_CAP = 10_000;
/** Of one account at once. */
const DROP_BATCH = 10_000;

/**
 * Drops the oldest elements of accounts over the cap of the quarantine, so that senders cannot fill the database.
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
