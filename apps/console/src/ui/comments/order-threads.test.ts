import { expect, test } from 'vitest';
import { orderThreads } from './order-threads.ts';

const comment = (comment_id: string, parent_id: string | null = null) => ({ comment_id, parent_id });

test.each([
  ['nothing', [], []],
  ['threads stay newest first', [comment('b'), comment('a')], ['b', 'a']],
  [
    'answers stand below what they answer, oldest first',
    [comment('a2', 'a'), comment('b'), comment('a1', 'a'), comment('a')],
    ['b', 'a', 'a1', 'a2'],
  ],
  ['answers to answers too', [comment('a1x', 'a1'), comment('a1', 'a'), comment('a')], ['a', 'a1', 'a1x']],
  [
    'what answers itself, or in a circle, is shown',
    [comment('c', 'd'), comment('d', 'c'), comment('e', 'e')],
    ['c', 'd', 'e'],
  ],
  ['an answer without its parent stands alone', [comment('a1', 'a'), comment('b')], ['a1', 'b']],
])('%s', (_, given, order) => {
  expect(orderThreads(given).map(({ comment_id }) => comment_id)).toEqual(order);
});
