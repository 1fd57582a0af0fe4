/** A map that drops its oldest entries when there are too many, or too many bytes. */
export interface BoundedMap<T> {
  get(key: string): T | undefined;
  set(key: string, value: T): void;
  delete(key: string): boolean;
  values(): IterableIterator<T>;
  entries(): IterableIterator<[string, T]>;
  size(): number;
  clear(): void;
}

/** Makes a map bounded by count and, if `sizeOf` is given, by the sum of its values' bytes. */
export function makeBoundedMap<T>(limits: {
  maxEntries: number;
  maxBytes?: number;
  sizeOf?: (value: T) => number;
}): BoundedMap<T> {
  const { maxEntries, maxBytes = Number.POSITIVE_INFINITY, sizeOf = () => 0 } = limits;
  const entries = new Map<string, T>();
  let bytes = 0;

  function remove(key: string): boolean {
    const value = entries.get(key);
    if (value !== undefined) bytes -= sizeOf(value);
    return entries.delete(key);
  }

  return {
    get: (key) => entries.get(key),
    set(key, value) {
      remove(key);
      entries.set(key, value);
      bytes += sizeOf(value);
      while (entries.size > maxEntries || (bytes > maxBytes && entries.size > 1)) {
        const oldest = entries.keys().next();
        if (oldest.done) return;
        remove(oldest.value);
      }
    },
    delete: remove,
    values: () => entries.values(),
    entries: () => entries.entries(),
    size: () => entries.size,
    clear() {
      entries.clear();
      bytes = 0;
    },
  };
}
