/** A cache of bounded size. */
export interface BoundedMap<K, V> {
  get(key: K): V | undefined;
  /** Whether it is present; unlike `get` this does not mark it as used. */
  has(key: K): boolean;
  /** `keepMs`: maximum age; default: the map's. */
  set(key: K, value: V, keepMs?: number): void;
  delete(key: K): boolean;
  clear(): void;
  /** Frees expired entries now instead of on their next use. */
  dropExpired(): void;
  /** The least recently used entry first. */
  entries(): Iterable<readonly [K, V]>;
  size(): number;
}

export interface BoundedMapOptions {
  /** Maximum age of an entry; default: unlimited. */
  keepMs?: number;
  /** The clock, in ms; default: Date.now. */
  nowMs?: () => number;
}

/** Holds at most `most` entries, each for at most its maximum age; the least recently used one is dropped first. */
export function makeBoundedMap<K, V>(
  most: number,
  { keepMs: usualMs = Number.POSITIVE_INFINITY, nowMs = Date.now }: BoundedMapOptions = {},
): BoundedMap<K, V> {
  const entries = new Map<K, { value: V; untilMs: number }>();
  const find = (key: K) => {
    const found = entries.get(key);
    if (found === undefined || found.untilMs > nowMs()) return found;
    entries.delete(key);
    return undefined;
  };
  return {
    get(key) {
      const found = find(key);
      if (found === undefined) return undefined;
      entries.delete(key);
      entries.set(key, found);
      return found.value;
    },
    has: (key) => find(key) !== undefined,
    set(key, value, keepMs = usualMs) {
      entries.delete(key);
      for (const oldest of entries.keys()) {
        if (entries.size < most) break;
        entries.delete(oldest);
      }
      entries.set(key, { value, untilMs: nowMs() + keepMs });
    },
    delete: (key) => entries.delete(key),
    clear: () => entries.clear(),
    dropExpired() {
      for (const key of entries.keys()) find(key);
    },
    *entries() {
      for (const key of [...entries.keys()]) {
        const found = find(key);
        if (found) yield [key, found.value] as const;
      }
    },
    size: () => entries.size,
  };
}

/** Memoizes a function for its `most` most recently used texts. */
export function memoizeBounded<T extends NonNullable<unknown>>(
  make: (text: string) => T,
  most: number,
): (text: string) => T {
  const known = makeBoundedMap<string, T>(most);
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const made = make(text);
    known.set(text, made);
    return made;
  };
}
