import { expect, test } from 'vitest';
import { withNewest } from './with-newest.ts';

const page = (items: string, next_cursor: string | null) => ({ items: [...items], next_cursor });
const read = (...pages: ReturnType<typeof page>[]) => ({
  pages,
  pageParams: pages.map((_, at) => pages[at - 1]?.next_cursor ?? undefined),
});
const keyOf = (item: string) => item;

test.each([
  ['nothing was read', undefined, page('fed', 'd'), read(page('fed', 'd'))],
  ['one page that is as it was', read(page('fed', 'd')), page('fed', 'd'), read(page('fed', 'd'))],
  [
    'older pages stay',
    read(page('fed', 'd'), page('cba', null)),
    page('fed', 'd'),
    read(page('fed', 'd'), page('cba', null)),
  ],
  [
    'new ones push others off the first page',
    read(page('fed', 'd'), page('cba', 'a')),
    page('hgf', 'f'),
    read(page('hgf', 'f'), page('edcba', 'a')),
  ],
  ['and of the only page', read(page('fed', 'd')), page('gfe', 'e'), read(page('gfe', 'e'), page('d', 'd'))],
  [
    'one that is gone makes room',
    read(page('fed', 'd'), page('cba', 'a')),
    page('fdc', 'c'),
    read(page('fdc', 'c'), page('ba', 'a')),
  ],
  [
    'one that moved up stands once',
    read(page('fed', 'd'), page('cba', null)),
    page('afe', 'e'),
    read(page('afe', 'e'), page('dcb', null)),
  ],
  [
    'so much is new that there would be a gap',
    read(page('fed', 'd'), page('cba', null)),
    page('xyz', 'z'),
    read(page('xyz', 'z')),
  ],
  ['everything is gone', read(page('fed', 'd'), page('cba', null)), page('', null), read(page('', null))],
])('after the newest page was refetched: %s', (_, before, newest, after) => {
  expect(withNewest(before, newest, keyOf)).toEqual(after);
});
