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

/**
 * Replaces undici's dispatcher for the client library and refuses every request. Otherwise the library would fetch URLs
 * of the network or of messages (history, app state snapshots, link previews), without limits, and a broken transfer
 * would end the process. None of them is needed here.
 */
// safe: fetch accepts undici's dispatcher in addition to the standard members, and only calls this one
export const FETCH_NOTHING = {
  dispatcher: {
    dispatch(): never {
      throw new Error('The client of a linked device fetches nothing by itself.');
    },
  },
} as unknown as RequestInit;

/** A silent logger for the client library's own functions: they would log keys, codes and messages. */
export const SILENT = {
  level: 'silent',
  child: () => SILENT,
  trace: () => {},
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: () => {},
};
