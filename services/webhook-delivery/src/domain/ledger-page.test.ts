import { expect, test } from 'vitest';
import { type ReadEvent, toLedgerPage } from './ledger-page.ts';

const AT = new Date('2026-11-22T12:00:00.000Z');
const row = (id: string, matches: boolean, number: number): ReadEvent => ({
  id,
  type: 'message.received',
  createdAt: AT,
  data: '{}',
  matches,
  number: String(number),
});

test.each<[string, ReadEvent[], string[], string | null, boolean]>([
  ['an empty ledger', [], [], null, false],
  ['the end of the ledger', [row('a', true, 1), row('b', true, 2)], ['a', 'b'], 'b', false],
  ['an end that is for another key', [row('a', true, 1), row('z', false, 9)], ['a'], 'z', false],
  ['a full page', [row('a', true, 1), row('b', true, 2), row('c', true, 3)], ['a', 'b'], 'b', true],
  ['a read that ended at its limit', [row('z', false, 10)], [], 'z', true],
])('the page of %s', (_, rows, ids, lastId, hasMore) => {
  const page = toLedgerPage(rows, { limit: 2, lookAtMost: 10 });
  expect(page.events.map(({ id }) => id)).toEqual(ids);
  expect(page).toMatchObject({ lastId, hasMore });
});
