import { describe, expect, test } from 'vitest';
import { appendOlder, type Known, mergeNewest, type Order } from './merge-pages.ts';

interface Item {
  id: string;
  at: number;
}

const ORDER: Order<Item> = { keyOf: ({ id }) => id, compare: (a, b) => b.at - a.at };
const items = (...names: string[]): Item[] => names.map((name) => ({ id: name.charAt(0), at: Number(name.slice(1)) }));
const known = (cursor: string | null | undefined, ...names: string[]): Known<Item> => ({
  items: items(...names),
  cursor,
});

describe('the refetched newest page', () => {
  test.each([
    ['is everything at first', known(undefined), known('k', 'c3', 'b2'), known('k', 'c3', 'b2')],
    [
      'goes on with what was known',
      known('k', 'c3', 'b2', 'a1'),
      known('x', 'd4', 'c3'),
      known('k', 'd4', 'c3', 'b2', 'a1'),
    ],
    [
      'moves an item that became newer',
      known('k', 'c3', 'b2', 'a1'),
      known('x', 'a4', 'c3'),
      known('k', 'a4', 'c3', 'b2'),
    ],
    [
      'takes off what is gone',
      known('k', 'd4', 'c3', 'b2', 'a1'),
      known('x', 'd4', 'b2'),
      known('k', 'd4', 'b2', 'a1'),
    ],
    ['leaves no gap', known('k', 'b2', 'a1'), known('x', 'f6', 'e5'), known('x', 'f6', 'e5')],
    ['is everything where nothing is older', known('k', 'c3', 'b2', 'a1'), known(null, 'c3'), known(null, 'c3')],
    ['may be empty', known('k', 'c3', 'b2'), known('x'), known('x')],
    [
      'says where to go on where nothing older is known',
      known('k', 'b2'),
      known('x', 'c3', 'b2', 'a1'),
      known('x', 'c3', 'b2', 'a1'),
    ],
  ])('%s', (_, before, page, after) => {
    expect(mergeNewest(before, { items: page.items, next_cursor: page.cursor ?? null }, ORDER)).toEqual(after);
  });
});

test('appends an older page without the items that moved since the last one', () => {
  const page = { items: items('b2', 'a1'), next_cursor: null };
  expect(appendOlder(known('k', 'b4', 'c3'), page, ORDER)).toEqual(known(null, 'b4', 'c3', 'a1'));
});

test('keeps only the newest page of a long list when no more is wanted', () => {
  const grown = known('k', 'c3', 'b2', 'a1');
  const page = { items: items('d4', 'c3'), next_cursor: 'x' };
  expect(mergeNewest(grown, page, ORDER, 2)).toEqual(known('x', 'd4', 'c3'));
  expect(mergeNewest(grown, page, ORDER, 3)).toEqual(known('k', 'd4', 'c3', 'b2', 'a1'));
});

test('merges the newest page with any number of older items', () => {
  const older = Array.from({ length: 40 }, (_, index) => `x${40 - index}`);
  const grown: Known<Item> = {
    items: older.map((name, id) => ({ id: String(id), at: Number(name.slice(1)) })),
    cursor: 'k',
  };
  const page = { items: [{ id: 'new', at: 50 }, ...grown.items.slice(0, 10)], next_cursor: 'x' };
  expect(mergeNewest(grown, page, ORDER).items.map(({ at }) => at)).toEqual([50, ...grown.items.map(({ at }) => at)]);
});
