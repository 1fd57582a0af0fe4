interface Page<T> {
  items: readonly T[];
  next_cursor: string | null;
}

/** The known part of a list: everything from its newest item to the oldest that was read, without gaps. */
export interface Known<T> {
  items: readonly T[];
  /** Cursor of the next older page; null if there is none, undefined before the first read. */
  cursor: string | null | undefined;
}

/** Identity and order of a list's items. */
export interface Order<T> {
  keyOf(item: T): string | number;
  /** Negative if `a` is newer. */
  compare(a: T, b: T): number;
}

/**
 * Merges a refetched newest page. Items that moved or were removed leave their old places. If the page does not overlap
 * with the known items, those are dropped, because they would leave a gap. Items beyond `most` are dropped too.
 */
export function mergeNewest<T>(
  known: Known<T>,
  page: Page<T>,
  { keyOf, compare }: Order<T>,
  most = Number.POSITIVE_INFINITY,
): Known<T> {
  const last = page.items.at(-1);
  const newestKnown = known.items[0];
  const reaches = last !== undefined && newestKnown !== undefined && compare(newestKnown, last) <= 0;
  if (page.next_cursor === null || known.cursor === undefined || !reaches || known.items.length > most)
    return { items: page.items, cursor: page.next_cursor };
  const fresh = new Set(page.items.map(keyOf));
  const older = known.items.slice(countUpTo(known.items, last, compare)).filter((item) => !fresh.has(keyOf(item)));
  return { items: [...page.items, ...older], cursor: older.length === 0 ? page.next_cursor : known.cursor };
}

/** How many of the sorted items are not older than `last`; a binary search, as there may be 100,000. */
function countUpTo<T>(items: readonly T[], last: T, compare: (a: T, b: T) => number): number {
  let [from, to] = [0, items.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    const item = items[middle];
    if (item !== undefined && compare(last, item) >= 0) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Appends the next older page. */
export function appendOlder<T>(known: Known<T>, page: Page<T>, { keyOf }: Order<T>): Known<T> {
  const read = new Map(page.items.map((item) => [keyOf(item), item]));
  for (const item of known.items) read.delete(keyOf(item));
  return { items: [...known.items, ...read.values()], cursor: page.next_cursor };
}
