import { expect, test } from 'vitest';
import { DatabaseUnavailable } from '../sql.ts';
import { isolateRefused, isRefusedBySql } from './isolate-refused.ts';

const withState = (code: string): Error => Object.assign(new Error(code), { code });

/** Runs numbers; those in `bad` are refused. */
async function isolate(items: readonly number[], bad: readonly number[]) {
  const handled: number[] = [];
  const aside: number[] = [];
  let runs = 0;
  await isolateRefused(items, {
    async run(part) {
      runs++;
      if (part.some((item) => bad.includes(item))) throw withState('22P05');
      handled.push(...part);
    },
    isRefused: isRefusedBySql,
    setAside: async (item) => void aside.push(item),
  });
  return { handled, aside, runs };
}

const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

test('finds a bad item in two times log2 n runs, and handles everything else once and in order', async () => {
  const items = range(256);
  for (const bad of [0, 77, 255]) {
    const { handled, aside, runs } = await isolate(items, [bad]);
    expect(aside).toEqual([bad]);
    expect(handled).toEqual(items.filter((item) => item !== bad));
    expect(runs).toBeLessThanOrEqual(17);
  }
});

test('sets aside several bad items, and a batch of only bad ones', async () => {
  expect(await isolate(range(9), [1, 2, 8])).toMatchObject({ handled: [0, 3, 4, 5, 6, 7], aside: [1, 2, 8] });
  expect(await isolate(range(3), [0, 1, 2])).toMatchObject({ handled: [], aside: [0, 1, 2] });
  expect(await isolate([], [])).toEqual({ handled: [], aside: [], runs: 0 });
});

test('a temporary failure sets nothing aside', async () => {
  const aside: number[] = [];
  const run = isolateRefused([1, 2], {
    run: async () => {
      throw new DatabaseUnavailable(new Error('away'));
    },
    isRefused: isRefusedBySql,
    setAside: async (item) => void aside.push(item),
  });
  await expect(run).rejects.toThrow('not available');
  expect(aside).toEqual([]);
});

test.each([
  ['22008', true],
  ['22P05', true],
  ['23505', true],
  ['54000', true],
  ['P0001', true],
  ['40P01', false],
  ['42703', false],
  ['53100', false],
  ['57014', false],
  ['58030', false],
])('SQLSTATE %s is caused by the data: %s', (state, expected) => {
  expect(isRefusedBySql(withState(state))).toBe(expected);
});
