import { LookupSlots } from '@parley/providers/egress/lookup-slots';

/** Files in memory at a time, up to 25 MB each; further requests wait, shared fairly between tenants. */
const SLOTS = { total: 4, perKey: 2, waitingPerKey: 50, waiting: 200 };
/** The caller waits 25 s for the first byte. */
const WAIT_MS = 8000;

/**
 * Acquires a slot to hold a file in memory; resolves with its release function, or null when none becomes free in time,
 * or too many are waiting.
 */
export type HoldFile = (tenantId: number) => Promise<(() => void) | null>;

export function makeHoldFile(): HoldFile {
  const slots = new LookupSlots(SLOTS);
  return async (tenantId) => {
    const key = String(tenantId);
    return (await slots.acquire(key, WAIT_MS)) ? () => slots.release(key) : null;
  };
}
