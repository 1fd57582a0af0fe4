import { expect, test } from 'vitest';
import { pagesOf } from './pages-of.ts';

const PAGES = [[1, 2], [3, 4], [5]];

async function read({ cursor }: { cursor?: string }) {
  const at = Number(cursor ?? 0);
  return { items: PAGES[at] ?? [], next_cursor: at + 1 < PAGES.length ? String(at + 1) : null };
}

test.each([
  ['every page up to the last', 10, [1, 2, 3, 4, 5], true],
  ['exactly as many pages as there are', 3, [1, 2, 3, 4, 5], true],
  ['no more than it may, and shows that there are more', 2, [1, 2, 3, 4], false],
])('takes %s', async (_what, most, expected, isWhole) => {
  const taken: number[] = [];
  let last: string | null = '';
  for await (const { items, next_cursor } of pagesOf(read, most)) {
    taken.push(...items);
    last = next_cursor;
  }
  expect(taken).toEqual(expected);
  expect(last === null).toBe(isWhole);
});
