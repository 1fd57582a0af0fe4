/** A map of bounded size: what costs to find out, and must not be kept without an end. */
export interface BoundedMap<K, V> {
  get(key: K): V | undefined;
  /** Whether it is there; unlike `get` this is no use of it. */
  has(key: K): boolean;
  /** `keepMs`: how long at most; the map's own time unless given. */
  set(key: K, value: V, keepMs?: number): void;
  delete(key: K): boolean;
  clear(): void;
  size(): number;
}

export interface BoundedMapOptions {
  /** How long an entry is kept at most; for ever unless given. */
  keepMs?: number;
  /** The clock, in ms; Date.now unless given. */
  nowMs?: () => number;
}

/** Holds at most `most` entries, each for its time; the one that was used longest ago goes first. */
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
    size: () => entries.size,
  };
}

/** A function that remembers its answers to the `most` texts that it was asked for last. */
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
