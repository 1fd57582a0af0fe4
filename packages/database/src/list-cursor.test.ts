import { expect, test } from 'vitest';
import { cursorAfter, pageOf, readCursor } from './list-cursor.ts';

test('a cursor leads to where it was made', () => {
  for (const id of [1, 42, 2_147_483_647]) expect(readCursor(cursorAfter(id))).toBe(id);
  expect(readCursor(undefined)).toBe(0);
});

test('what is no cursor of ours is invalid_cursor', () => {
  for (const cursor of ['', 'x', cursorAfter(0), cursorAfter(-1), cursorAfter(2_147_483_648), '42'])
    expect(() => readCursor(cursor)).toThrow('cursor must be a next_cursor of this list.');
});

test('a page tells of a next one exactly when there is one', () => {
  const rows = [{ id: 1 }, { id: 2 }, { id: 3 }];
  const toId = ({ id }: { id: number }) => id;
  expect(pageOf(rows, 2, toId)).toEqual({ items: [1, 2], next_cursor: cursorAfter(2) });
  expect(pageOf(rows, 3, toId)).toEqual({ items: [1, 2, 3], next_cursor: null });
  expect(pageOf([], 3, toId)).toEqual({ items: [], next_cursor: null });
});
