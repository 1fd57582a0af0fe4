import { expect, test } from 'vitest';
import { allOf } from './all-of.ts';

test('returns every result', async () => {
  expect(await allOf([Promise.resolve(1), 'two', null])).toEqual([1, 'two', null]);
});

test('a failure is reported only when the others have settled', async () => {
  const settled: string[] = [];
  let finish = (): void => {};
  const slow = new Promise<void>((resolve) => {
    finish = resolve;
  }).then(() => void settled.push('slow'));
  const all = allOf([Promise.reject(new Error('refused')), slow]).finally(() => void settled.push('all'));
  all.catch(() => {});
  await new Promise((resolve) => setImmediate(resolve));
  expect(settled).toEqual([]);
  finish();
  await expect(all).rejects.toThrow('refused');
  expect(settled).toEqual(['slow', 'all']);
});
