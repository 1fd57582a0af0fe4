import { expect, test } from 'vitest';
import { makeCallTurns } from './call-turns.ts';

/** Calls that end on command. */
function open() {
  const inTurn = makeCallTurns({ maxAtOnce: 2, maxWaiting: 3 });
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return {
    begun,
    settle,
    call: (owner: string, name: string) =>
      inTurn(owner, () => {
        begun.push(name);
        return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
      }),
    async end(name: string) {
      ends.get(name)?.();
      await settle();
    },
  };
}

test('the calls of one owner run a few at a time in their order, and those of another do not wait for them', async () => {
  const { call, begun, end, settle } = open();
  const calls = ['a1', 'a2', 'a3', 'a4'].map((name) => call('a', name));
  calls.push(call('b', 'b1'));
  await settle();
  expect(begun).toEqual(['a1', 'a2', 'b1']);
  await end('a2');
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3']);
  for (const name of ['a1', 'a3', 'a4', 'b1']) await end(name);
  expect(await Promise.all(calls)).toEqual(['a1', 'a2', 'a3', 'a4', 'b1']);
});

test('more calls than may wait are refused, and a call that fails leaves its place', async () => {
  const { call } = open();
  for (let at = 0; at < 5; at++) void call('a', `a${at}`);
  await expect(call('a', 'a6')).rejects.toMatchObject({ code: 'rate_limited' });
  const inTurn = makeCallTurns({ maxAtOnce: 1 });
  await expect(inTurn('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await inTurn('a', async () => 'next')).toBe('next');
});
