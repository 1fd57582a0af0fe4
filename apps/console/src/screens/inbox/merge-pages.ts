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
 * the page does not reach what was known, that is dropped: it would leave a gap.
 */
export function mergeNewest<T>(known: Known<T>, page: Page<T>, { keyOf, compare }: Order<T>): Known<T> {
  const last = page.items.at(-1);
  const newestKnown = known.items[0];
  const reaches = last !== undefined && newestKnown !== undefined && compare(newestKnown, last) <= 0;
  if (page.next_cursor === null || known.cursor === undefined || !reaches)
    return { items: page.items, cursor: page.next_cursor };
  const fresh = new Set(page.items.map(keyOf));
  const older = known.items.filter((item) => compare(last, item) < 0 && !fresh.has(keyOf(item)));
  return { items: [...page.items, ...older], cursor: older.length === 0 ? page.next_cursor : known.cursor };
}

/** What is known once the page behind it was read. */
export function appendOlder<T>(known: Known<T>, page: Page<T>, { keyOf }: Order<T>): Known<T> {
  const seen = new Set(known.items.map(keyOf));
  return { items: [...known.items, ...page.items.filter((item) => !seen.has(keyOf(item)))], cursor: page.next_cursor };
}
