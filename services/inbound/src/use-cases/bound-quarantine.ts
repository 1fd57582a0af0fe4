import type { DroppedElements, QuarantineStore } from '../storage/quarantine-store.ts';

export interface BoundQuarantineDeps extends Pick<QuarantineStore, 'dropBeyond'> {
  /** Elements of an account were dropped: nobody can try them again. */
  reportDropped(dropped: DroppedElements): void;
}

/** Elements that one account may have in the quarantine, whoever of the services wrote them. */
export const QUARANTINE_CAP = 10_000;
/** Of one account at once. */
const DROP_BATCH = 10_000;

/**
 * Drops the oldest elements of accounts that have more than the cap in the quarantine, until none has: what anybody sends
 * takes a bounded number of rows.
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
