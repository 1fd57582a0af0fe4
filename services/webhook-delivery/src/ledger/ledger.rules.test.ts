import { expect, test } from 'vitest';
import { type ReadEvent, shiftToCatchUp, toLedgerPage } from './ledger.rules.ts';

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

test.each<[string, { shift: string; nextTransaction: string; lastPosition: string | null }, string | null]>([
  ['an empty ledger', { shift: '0', nextTransaction: '5', lastPosition: null }, null],
  ['positions behind the next transaction', { shift: '0', nextTransaction: '500', lastPosition: '499' }, null],
  [
    'a last position that the next transaction would repeat',
    { shift: '0', nextTransaction: '500', lastPosition: '500' },
    '1',
  ],
  [
    'a server that started again',
    { shift: '0', nextTransaction: '10', lastPosition: '5000000000000' },
    '4999999999991',
  ],
  ['a shift that is enough', { shift: '100', nextTransaction: '10', lastPosition: '109' }, null],
  ['a shift that is one short', { shift: '100', nextTransaction: '10', lastPosition: '110' }, '101'],
  ['positions beyond 2^53', { shift: '0', nextTransaction: '9007199254740993', lastPosition: '9007199254740995' }, '3'],
])('%s', (_, clock, expected) => {
  const shift = shiftToCatchUp(clock);
  expect(shift).toBe(expected);
  // The next event comes after the last one.
  if (shift !== null)
    expect(BigInt(clock.nextTransaction) + BigInt(shift)).toBeGreaterThan(BigInt(clock.lastPosition ?? 0));
});
