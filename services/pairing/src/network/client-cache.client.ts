import { makeBoundedMap } from '@parley/runtime/bounded-map';

/** A bounded cache with the interface of the client library; its own caches are unbounded, each with a timer. */
export function makeClientCache(most: number, keepMs: number) {
  const map = makeBoundedMap<string, unknown>(most, { keepMs });
  return {
    get: <T>(key: string): T | undefined => map.get(key) as T | undefined, // safe: the library reads what it wrote
    set: <T>(key: string, value: T): void => map.set(key, value),
    del: (key: string): void => void map.delete(key),
    flushAll: (): void => map.clear(),
  };
}
