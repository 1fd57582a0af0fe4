import { describe, expect, test } from 'vitest';
import { defineCursor, pageOf, readCursor } from './list-cursor.ts';

const byId = defineCursor('after', { id: 'int4' });
const byTime = defineCursor('told', { atMs: 'ms', id: 'int8' });
const encode = (text: string): string => Buffer.from(text).toString('base64url');
const INVALID = 'cursor must be a next_cursor of this list.';

describe('a cursor', () => {
  test('returns the position that it was made for', () => {
    for (const id of [1, 42, 2_147_483_647]) expect(readCursor(byId.after({ id }))).toBe(id);
    for (const position of [
      { atMs: 0, id: '1' },
      { atMs: 1_772_359_200_123, id: '9223372036854775807' },
    ])
      expect(byTime.read(byTime.after(position))).toEqual(position);
  });

  test('that is not given starts at the first row', () => {
    expect(readCursor(undefined)).toBe(0);
    expect(byTime.read(undefined)).toBeNull();
  });

  test.for(['', 'x', '42', 'after:0', 'after:-1', 'after:2147483648', 'after:01', 'after:1:2', 'after', 'told:1'])(
    'that no list returned is invalid_cursor: %s',
    (text) => {
      for (const cursor of [text, encode(text)]) expect(() => readCursor(cursor)).toThrow(INVALID);
    },
  );

  test.for([
    'told:1:0',
    'told:1',
    'told:1:2:3',
    'told:1e3:2',
    'told::2',
    'told:253402300800000:1',
    'told:1:9223372036854775808',
  ])('of several columns that no list returned is invalid_cursor: %s', (text) => {
    expect(() => byTime.read(encode(text))).toThrow(INVALID);
  });

  test('of another list is invalid_cursor', () => {
    expect(() => byId.read(byTime.after({ atMs: 1, id: '1' }))).toThrow(INVALID);
    expect(() => defineCursor('other', { atMs: 'ms', id: 'int8' }).read(byTime.after({ atMs: 1, id: '1' }))).toThrow(
      INVALID,
    );
  });
});

test('a page has a next cursor exactly when there are more rows', () => {
  const rows = [{ id: 1 }, { id: 2 }, { id: 3 }];
  const toId = ({ id }: { id: number }) => id;
  expect(pageOf(rows, 2, toId)).toEqual({ items: [1, 2], nextCursor: byId.after({ id: 2 }) });
  expect(pageOf(rows, 3, toId)).toEqual({ items: [1, 2, 3], nextCursor: null });
  expect(pageOf([], 3, toId)).toEqual({ items: [], nextCursor: null });
});

test('a page of long items ends at the limit of the bus, and the next one continues there', () => {
  const rows = Array.from({ length: 5 }, (_, index) => ({ id: index + 1, text: '字'.repeat(400_000) }));
  const { items, nextCursor } = pageOf(rows, 5, (row) => row);
  expect(items.map(({ id }) => id)).toEqual([1, 2]);
  expect(nextCursor).toBe(byId.after({ id: 2 }));
  expect(pageOf(rows.slice(2, 3), 5, ({ id }) => id)).toEqual({ items: [3], nextCursor: null });
});
