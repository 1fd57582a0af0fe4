export interface ReadPage<T> {
  items: readonly T[];
  next_cursor: string | null;
}

/**
 * Reads the pages of a list in order from its beginning, at most `most` of them. `isWhole` is false if there are more.
 */
export async function readPages<T>(
  read: (cursor: string | undefined) => Promise<ReadPage<T>>,
  take: (items: readonly T[]) => void,
  most: number,
): Promise<{ isWhole: boolean }> {
  let cursor: string | undefined;
  for (let count = 0; count < most; count++) {
    const page = await read(cursor);
    take(page.items);
    if (page.next_cursor === null) return { isWhole: true };
    cursor = page.next_cursor;
  }
  return { isWhole: false };
}
