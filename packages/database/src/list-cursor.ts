import { invalidField } from '@parley/common/errors';

/** The position after a row, for `next_cursor`: opaque, and stable because rows keep their ids. */
export const cursorAfter = (id: number): string => Buffer.from(`after:${id}`).toString('base64url');

/** The id that a list goes on after; 0 starts at the first. Errors: invalid_cursor for what {@link cursorAfter} did not make. */
export function readCursor(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  const id = /^after:([1-9]\d{0,9})$/.exec(Buffer.from(cursor, 'base64url').toString())?.[1];
  if (id === undefined || Number(id) > 2_147_483_647)
    throw invalidField('cursor', 'cursor must be a next_cursor of this list.');
  return Number(id);
}

/** A page out of `limit` + 1 rows: the extra one only tells that there are more. */
export function pageOf<Row extends { id: number }, Item>(
  rows: readonly Row[],
  limit: number,
  toItem: (row: Row) => Item,
): { items: Item[]; next_cursor: string | null } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { items: shown.map(toItem), next_cursor: rows.length > limit && last ? cursorAfter(last.id) : null };
}
