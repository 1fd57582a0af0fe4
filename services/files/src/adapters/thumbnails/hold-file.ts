import { LookupSlots } from '@parley/providers/egress/lookup-slots';

/** Files in memory at a time, up to 25 MB each; further requests wait, shared fairly between tenants. */
const SLOTS = { total: 4, perKey: 2, waitingPerKey: 50, waiting: 200 };
/** The caller waits 25 s for the first byte. */
const WAIT_MS = 8000;

/**
 * Limits the files held in memory. Resolves with a release function; null after too long a wait, or with too many
 * waiting.
 */
export function makeHoldFile(): (tenantId: number) => Promise<(() => void) | null> {
  const slots = new LookupSlots(SLOTS);
  return async (tenantId) => {
    const key = String(tenantId);
    return (await slots.acquire(key, WAIT_MS)) ? () => slots.release(key) : null;
  };
}
