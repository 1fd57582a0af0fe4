import { expect, test } from 'vitest';
import { makeCheckTurns } from './check-turns.ts';

function open() {
  const turns = makeCheckTurns();
  const begun: string[] = [];
  return {
    begun,
    ask(name: string, isSuspect = false) {
      return turns.ask(
        () => isSuspect,
        () => void begun.push(name),
      );
    },
  };
}

test('two checks run at once, in the order in which they were requested', () => {
  const { ask, begun } = open();
  const [first] = ['a', 'b', 'c', 'd'].map((name) => ask(name));
  expect(begun).toEqual(['a', 'b']);
  first?.end();
  expect(begun).toEqual(['a', 'b', 'c']);
});

test('suspects are checked one at a time, behind all others', () => {
  const { ask, begun } = open();
  const suspects = ['x', 'y', 'z'].map((name) => ask(name, true));
  const honest = ['a', 'b'].map((name) => ask(name));
  expect(begun).toEqual(['x', 'a']);
  suspects[0]?.end();
  expect(begun).toEqual(['x', 'a', 'b']);
  honest[0]?.end();
  honest[1]?.end();
  expect(begun).toEqual(['x', 'a', 'b', 'y']);
});

test('a check that no longer waits takes no turn', () => {
  const { ask, begun } = open();
  const [first, , third] = ['a', 'b', 'c', 'd'].map((name) => ask(name));
  third?.end();
  third?.end();
  first?.end();
  expect(begun).toEqual(['a', 'b', 'd']);
});
