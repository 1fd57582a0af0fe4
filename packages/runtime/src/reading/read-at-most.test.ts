import { expect, test } from 'vitest';
import { readAtMost } from './read-at-most.ts';

/** A body of ten bytes in pieces of two, and whether it was closed. */
function bodyOfTen() {
  const state = { pieces: 0, isClosed: false };
  async function* read() {
    try {
      for (; state.pieces < 5; state.pieces++) yield Uint8Array.of(state.pieces, 0);
    } finally {
      state.isClosed = true;
    }
  }
  return { state, body: read() };
}

test('returns a body up to the limit', async () => {
  expect(await readAtMost(bodyOfTen().body, 10)).toEqual(Buffer.from([0, 0, 1, 0, 2, 0, 3, 0, 4, 0]));
  expect(await readAtMost([], 0)).toEqual(Buffer.alloc(0));
});

test('stops and closes a larger body', async () => {
  const { state, body } = bodyOfTen();
  expect(await readAtMost(body, 3)).toBeNull();
  expect(state).toEqual({ pieces: 1, isClosed: true });
});

test('fails with the error of the body', async () => {
  async function* broken() {
    yield Uint8Array.of(1);
    throw new Error('reset');
  }
  await expect(readAtMost(broken(), 10)).rejects.toThrow('reset');
});
