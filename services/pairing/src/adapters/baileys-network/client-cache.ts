import { makeBoundedMap } from '@parley/common/bounded-map';

/** A bounded cache in the shape that the client library asks for; its own caches grow without a bound, each with a timer. */
export function makeClientCache(most: number, keepMs: number) {
  const map = makeBoundedMap<string, unknown>(most, { keepMs });
  return {
    get: <T>(key: string): T | undefined => map.get(key) as T | undefined, // safe: the library reads what it wrote
    set: <T>(key: string, value: T): void => map.set(key, value),
    del: (key: string): void => void map.delete(key),
    flushAll: (): void => map.clear(),
  };
}
