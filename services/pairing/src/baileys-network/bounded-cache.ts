/** A map that holds at most `max` entries, each at most `ttlMs`; the one used longest ago goes first. */
export function makeBoundedMap<V>(max: number, ttlMs = Number.POSITIVE_INFINITY) {
  const entries = new Map<string, { value: V; until: number }>();
  return {
    get(key: string): V | undefined {
      const found = entries.get(key);
      if (!found) return undefined;
      entries.delete(key);
      if (found.until < Date.now()) return undefined;
      entries.set(key, found);
      return found.value;
    },
    set(key: string, value: V): void {
      entries.delete(key);
      const [oldest] = entries.keys();
      if (entries.size >= max && oldest !== undefined) entries.delete(oldest);
      entries.set(key, { value, until: Date.now() + ttlMs });
    },
    delete: (key: string): boolean => entries.delete(key),
    clear: (): void => entries.clear(),
    size: (): number => entries.size,
  };
}
export type BoundedMap<V> = ReturnType<typeof makeBoundedMap<V>>;

/** The same in the shape that the client library asks for; its own caches grow without a bound, each with a timer. */
export function makeClientCache(max: number, ttlMs: number) {
  const map = makeBoundedMap<unknown>(max, ttlMs);
  return {
    get: <T>(key: string): T | undefined => map.get(key) as T | undefined, // safe: the library reads what it wrote
    set: <T>(key: string, value: T): void => map.set(key, value),
    del: (key: string): void => void map.delete(key),
    flushAll: (): void => map.clear(),
  };
}
