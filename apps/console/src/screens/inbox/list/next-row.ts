interface Row {
  id: number;
}

/** The rows of the list when the open conversation was last among them. */
export interface KeptRows<T extends Row> {
  id: number;
  rows: readonly T[];
}

/**
 * The row below (1) or above (-1) the open conversation. Where that one has left the list, for example resolved, its
 * neighbours at that time keep its place; without them it is the first row.
 */
export function nextRow<T extends Row>(
  rows: readonly T[],
  kept: KeptRows<T> | null,
  { chosenId, by }: { chosenId: number | undefined; by: 1 | -1 },
): T | undefined {
  const at = rows.findIndex(({ id }) => id === chosenId);
  if (at >= 0) return rows[at + by];
  if (kept === null || kept.id !== chosenId) return rows[0];
  const left = kept.rows.findIndex(({ id }) => id === chosenId);
  const listed = new Map(rows.map((row) => [row.id, row]));
  const stillListed = (some: readonly T[]): T | undefined =>
    some.map(({ id }) => listed.get(id)).find((row) => row !== undefined);
  const below = kept.rows.slice(left + 1);
  const above = kept.rows.slice(0, left).reverse();
  const [first, second] = by === 1 ? [below, above] : [above, below];
  return stillListed(first) ?? stillListed(second) ?? rows[0];
}
