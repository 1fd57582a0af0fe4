import { expect, test } from 'vitest';
import { makeTurns } from './team.rules.ts';

const members = [
  { row: 3, memberId: 'mem_c' },
  { row: 5, memberId: 'mem_e' },
  { row: 9, memberId: 'mem_i' },
];
const takeTurns = (lastTurn: number | null, count: number, of = members) => {
  const turns = makeTurns({ members: of, lastTurn });
  const taken = Array.from({ length: count }, () => turns.next());
  return { taken, last: turns.last() };
};

test('every member has one turn before the first has a second', () => {
  expect(takeTurns(null, 4)).toEqual({ taken: ['mem_c', 'mem_e', 'mem_i', 'mem_c'], last: 3 });
});

test('turns continue after the last one, also if that member has left', () => {
  expect(takeTurns(5, 2).taken).toEqual(['mem_i', 'mem_c']);
  expect(takeTurns(7, 1).taken).toEqual(['mem_i']);
  expect(takeTurns(50, 1).taken).toEqual(['mem_c']);
});

test('a team without members has no turn', () => {
  expect(takeTurns(5, 1, [])).toEqual({ taken: [null], last: 5 });
});
