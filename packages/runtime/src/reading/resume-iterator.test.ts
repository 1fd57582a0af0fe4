import { expect, test } from 'vitest';
import { resumeIterator } from './resume-iterator.ts';

/** A source of these values, and whether it was closed. */
function sourceOf(values: readonly number[]) {
  const state = { isClosed: false };
  async function* read() {
    try {
      yield* values;
    } finally {
      state.isClosed = true;
    }
  }
  return { state, iterator: read() };
}

test.each([[[]], [[1]], [[1, 2, 3]]])('yields all of %j', async (values) => {
  const { state, iterator } = sourceOf(values);
  const read: number[] = [];
  for await (const value of resumeIterator(await iterator.next(), iterator)) read.push(value);
  expect(read).toEqual(values);
  expect(state.isClosed).toBe(true);
});

test('closes its source when its reader stops early', async () => {
  const { state, iterator } = sourceOf([1, 2, 3]);
  for await (const value of resumeIterator(await iterator.next(), iterator)) {
    expect([value, state.isClosed]).toEqual([1, false]);
    break;
  }
  expect(state.isClosed).toBe(true);
});
