interface Page<T> {
  items: readonly T[];
  next_cursor: string | null;
}

/** The pages of a list that were read, in the form of the query library. */
export interface ReadPages<T> {
  pages: Page<T>[];
  pageParams: (string | undefined)[];
}

/**
 * Merges a refetched newest page into a list; older pages stay as they were read. Items that newer ones push off the
 * first page move to the second. If the new page does not overlap with the old ones, those are dropped, because they
 * would leave a gap.
 */
export function withNewest<T>(
  read: ReadPages<T> | undefined,
  newest: Page<T>,
  keyOf: (item: T) => string,
): ReadPages<T> {
  const [lastKey] = newest.items.slice(-1).map(keyOf);
  const known = read?.pages.flatMap(({ items }) => items) ?? [];
  const reach = known.findIndex((item) => keyOf(item) === lastKey);
  const fresh = new Set(newest.items.map(keyOf));
  const older = new Set(reach === -1 ? [] : known.slice(reach + 1).filter((item) => !fresh.has(keyOf(item))));
  const left = (read?.pages ?? []).map((page) => ({ ...page, items: page.items.filter((item) => older.has(item)) }));
  const [first, second, ...others] = left;
  const behind = second && first ? [{ ...second, items: [...first.items, ...second.items] }, ...others] : left;
  const pages = older.size === 0 ? [newest] : [newest, ...behind];
  return { pages, pageParams: pages.map((_, at) => pages[at - 1]?.next_cursor ?? undefined) };
}
