import { at } from '@parley/common/at';
import { countFitting } from '@parley/common/contract/fit-answer';
import { invalidField } from '@parley/common/errors';

/** Sort columns of lists: row ids, and times in ms since the epoch, until the end of the year 9999. */
const BOUNDS = {
  int4: { least: 1n, most: 2_147_483_647n },
  int8: { least: 1n, most: 9_223_372_036_854_775_807n },
  ms: { least: 0n, most: 253_402_300_799_999n },
} as const;

/** Larger than any row id: the start of a list in descending order. */
export const LAST_ID = String(BOUNDS.int8.most);

type Columns = Record<string, keyof typeof BOUNDS>;
type Position<C extends Columns> = { [Name in keyof C]: C[Name] extends 'int8' ? string : number };

/** One page of a list of the operator API (docs/reference/operator-api.md#lists). */
export interface Page<Item> {
  items: Item[];
  nextCursor: string | null;
}

/** The `next_cursor` of one list: opaque, and stable because the sort columns of rows never change. */
export interface ListCursor<At> {
  /** The position after which a page starts; null for the first page. Errors: invalid_cursor for a cursor of another list. */
  read(cursor: string | undefined): At | null;
  /** The cursor of the page after this position. */
  after(position: At): string;
  /** A page from `limit` + 1 rows: the extra row only shows that there are more. Long items end it before `limit`, so that it fits the bus. */
  pageOf<Row, Item>(
    rows: readonly Row[],
    limit: number,
    toItem: (row: Row) => Item,
    positionOf: (row: Row) => At,
  ): Page<Item>;
}

/** The cursor of a list that is sorted by these columns; `list` separates the cursors of different lists. */
export function defineCursor<const C extends Columns>(list: string, columns: C): ListCursor<Position<C>> {
  const names = Object.keys(columns);
  const after = (position: Position<C>): string =>
    Buffer.from([list, ...names.map((name) => position[name])].join(':')).toString('base64url');

  function readColumn(name: string, text: string): number | string | null {
    const kind = columns[name];
    if (!kind || !/^(0|[1-9]\d{0,18})$/.test(text)) return null;
    const { least, most } = BOUNDS[kind];
    if (BigInt(text) < least || BigInt(text) > most) return null;
    return kind === 'int8' ? text : Number(text);
  }

  return {
    after,
    read(cursor) {
      if (cursor === undefined) return null;
      const [given, ...texts] = Buffer.from(cursor, 'base64url').toString().split(':');
      const isOfList = given === list && texts.length === names.length;
      const read = isOfList ? names.map((name, index) => [name, readColumn(name, at(texts, index))] as const) : [];
      if (!isOfList || read.some(([, value]) => value === null))
        throw invalidField('cursor', 'cursor must be a next_cursor of this list.');
      // safe: every column was read by its kind
      return Object.fromEntries(read) as Position<C>;
    },
    pageOf(rows, limit, toItem, positionOf) {
      const items = rows.slice(0, limit).map(toItem);
      const shown = items.slice(0, countFitting(items));
      const last = rows[shown.length - 1];
      return { items: shown, nextCursor: rows.length > shown.length && last ? after(positionOf(last)) : null };
    },
  };
}

const BY_ID = defineCursor('after', { id: 'int4' });

/** The id after which a page of a list sorted by id starts; 0 for the first page. Errors: invalid_cursor. */
export const readCursor = (cursor: string | undefined): number => BY_ID.read(cursor)?.id ?? 0;

/** A page of a list sorted by id, from `limit` + 1 rows. */
export const pageOf = <Row extends { id: number }, Item>(
  rows: readonly Row[],
  limit: number,
  toItem: (row: Row) => Item,
): Page<Item> => BY_ID.pageOf(rows, limit, toItem, ({ id }) => ({ id }));

const BY_OFFSET = defineCursor('offset', { offset: 'int4' });

/** The number of rows before a page of a list that is sorted by changing values. Errors: invalid_cursor. */
export const readOffset = (cursor: string | undefined): number => BY_OFFSET.read(cursor)?.offset ?? 0;

/**
 * A page of a list that is sorted by changing values, from `limit` + 1 rows: a row that moves can be missing, or appear
 * twice.
 */
export const pageByOffset = <Row, Item>(
  rows: readonly Row[],
  { limit, offset }: { limit: number; offset: number },
  toItem: (row: Row) => Item,
): Page<Item> =>
  BY_OFFSET.pageOf(
    rows.map((row, index) => ({ row, offset: offset + index + 1 })),
    limit,
    ({ row }) => toItem(row),
    ({ offset: after }) => ({ offset: after }),
  );
