interface Page<T> {
  items: readonly T[];
  next_cursor: string | null;
}

/** The pages of a list that were read, as the query library keeps them. */
export interface ReadPages<T> {
  pages: Page<T>[];
  pageParams: (string | undefined)[];
}

/**
 * A list after its newest page was read again: older pages stay as they were read. What newer items push off the first page goes to the
 * second. Where so much is new that the page does not reach what was read, that is dropped: it would leave a gap.
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
