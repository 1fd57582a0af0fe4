import { LookupSlots } from '@parley/providers/egress/lookup-slots';

/** Files in memory at a time, each of up to 25 MB; the others wait, shared fairly between tenants. */
const SLOTS = { total: 4, perKey: 2, waitingPerKey: 50, waiting: 200 };
/** The caller gives a file 25 s to begin. */
const WAIT_MS = 8000;

/** Hands out turns to hold a file in memory; null for who has waited too long, or has too many before. */
export function makeHoldFile(): (tenantId: number) => Promise<(() => void) | null> {
  const slots = new LookupSlots(SLOTS);
  return async (tenantId) => {
    const key = String(tenantId);
    return (await slots.acquire(key, WAIT_MS)) ? () => slots.release(key) : null;
  };
}
