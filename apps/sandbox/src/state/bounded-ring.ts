/** Keeps the newest entries in order of arrival; each has a sequence number that starts at 1 and is never reused. */
export interface BoundedRing<T> {
  push(entry: T): number;
  /** Entries with a sequence number above `seq`, oldest first, at most `limit`. */
  since(seq: number, limit: number): { seq: number; entry: T }[];
  /** The newest entries, at most `limit`, oldest first. */
  newest(limit: number): { seq: number; entry: T }[];
  /** Every kept entry, oldest first. */
  all(): T[];
  total(): number;
  /** Removes the entries that `which` selects; the others keep their numbers. */
  remove(which: (entry: T) => boolean): void;
  clear(): void;
}

/** Makes a ring bounded by count and, if `sizeOf` is given, by the sum of its entries' bytes. */
export function makeBoundedRing<T>(limits: {
  maxEntries: number;
  maxBytes?: number;
  sizeOf?: (entry: T) => number;
}): BoundedRing<T> {
  const { maxEntries, maxBytes = Number.POSITIVE_INFINITY, sizeOf = () => 0 } = limits;
  let entries: (T | undefined)[] = [];
  let head = 0;
  let firstSeq = 1; // the sequence number of entries[0]
  let bytes = 0;

  function dropOldest() {
    const oldest = entries[head];
    if (oldest !== undefined) bytes -= sizeOf(oldest);
    entries[head] = undefined; // free it now; the array itself is compacted rarely
    head++;
    if (head > 1024 && head * 2 > entries.length) {
      entries = entries.slice(head);
      firstSeq += head;
      head = 0;
    }
  }

  const total = (): number => firstSeq + entries.length - 1;

  function since(seq: number, limit: number) {
    const found: { seq: number; entry: T }[] = [];
    for (let i = Math.max(head, seq - firstSeq + 1); i < entries.length && found.length < limit; i++) {
      const entry = entries[i];
      if (entry !== undefined) found.push({ seq: firstSeq + i, entry });
    }
    return found;
  }

  return {
    push(entry) {
      entries.push(entry);
      bytes += sizeOf(entry);
      const seq = firstSeq + entries.length - 1;
      while (entries.length - head > maxEntries || (bytes > maxBytes && entries.length - head > 1)) dropOldest();
      return seq;
    },
    since,
    newest: (limit) => since(Math.max(0, total() - limit), limit),
    all() {
      return entries.slice(head).filter((entry) => entry !== undefined);
    },
    total,
    remove(which) {
      for (let i = head; i < entries.length; i++) {
        const entry = entries[i];
        if (entry === undefined || !which(entry)) continue;
        bytes -= sizeOf(entry);
        entries[i] = undefined;
      }
    },
    clear() {
      firstSeq += entries.length;
      entries = [];
      head = 0;
      bytes = 0;
    },
  };
}
