interface Page<T> {
  items: readonly T[];
  next_cursor: string | null;
}

/** What is known of a list: everything from its newest item to the oldest that was read, without gaps. */
export interface Known<T> {
  items: readonly T[];
  /** Where older ones begin; null where there are none, undefined before anything was read. */
  cursor: string | null | undefined;
}

/** How the items of a list are told apart and ordered. */
export interface Order<T> {
  keyOf(item: T): string | number;
  /** Negative where the first is newer. */
  compare(a: T, b: T): number;
}

/**
 * What is known once the newest page was read again. Items that moved or are gone leave their old places. Where so much is new that
 * the page does not reach what was known, that is dropped: it would leave a gap. So are more than `most` items.
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

/** How many of the sorted items are not older than one; found by halving, as there may be 100,000. */
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

/** What is known once the page behind it was read. */
export function appendOlder<T>(known: Known<T>, page: Page<T>, { keyOf }: Order<T>): Known<T> {
  const read = new Map(page.items.map((item) => [keyOf(item), item]));
  for (const item of known.items) read.delete(keyOf(item));
  return { items: [...known.items, ...read.values()], cursor: page.next_cursor };
}
