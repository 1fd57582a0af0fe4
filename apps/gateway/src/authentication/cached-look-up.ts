import { makeBoundedMap } from '@parley/runtime/bounded-map';

/**
 * With the duration of a look-up added, a change takes effect within 1 s even when its hint is lost
 * (docs/reference/requests.md#api-keys).
 */
const CACHE_TTL_MS = 900;
const CACHE_MAX = 20_000;

export interface CachedLookUp<Found> {
  lookUp(hash: string, requestId: string): Found | Promise<Found | null>;
  /** Drops matching cache entries, and the results of look-ups that are running. */
  forget(isConcerned: (found: Found) => boolean): void;
}

/** Looks up the owner of a secret by its hash: one look-up per hash at a time, cached for less than a second. */
export function makeCachedLookUp<Found extends object>({
  ask,
  nowMs,
}: {
  ask(hash: string, requestId: string): Promise<Found | null>;
  nowMs: () => number;
}): CachedLookUp<Found> {
  const cache = makeBoundedMap<string, Found>(CACHE_MAX, { nowMs });
  const inFlight = new Map<string, Promise<Found | null>>();

  async function askOnce(hash: string, requestId: string): Promise<Found | null> {
    // The entry's age starts at the request: the record may have been read right then.
    const start = nowMs();
    const asked = ask(hash, requestId).then((found) => {
      // A hint announced a change while the look-up was running.
      if (found && inFlight.get(hash) === asked) cache.set(hash, found, start + CACHE_TTL_MS - nowMs());
      return found;
    });
    inFlight.set(hash, asked);
    try {
      return await asked;
    } finally {
      if (inFlight.get(hash) === asked) inFlight.delete(hash);
    }
  }

  return {
    lookUp: (hash, requestId) => cache.get(hash) ?? inFlight.get(hash) ?? askOnce(hash, requestId),
    forget(isConcerned) {
      inFlight.clear();
      for (const [hash, found] of cache.entries()) if (isConcerned(found)) cache.delete(hash);
    },
  };
}
