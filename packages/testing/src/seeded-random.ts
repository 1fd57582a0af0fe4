/** Random numbers that are reproducible by their seed, so that a failing run can be repeated. */
export interface SeededRandom {
  seed: number;
  /** From 0 up to 1. */
  next(): number;
  /** A whole number from 0 up to `below`. */
  below(below: number): number;
}

/** The seed of a run: PARLEY_TEST_SEED, otherwise one from the clock. */
export const seedOfRun = (): number => Number(process.env.PARLEY_TEST_SEED ?? Date.now() % 2 ** 31);

/** Mulberry32. */
export function makeSeededRandom(seed = seedOfRun()): SeededRandom {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return { seed, next, below: (below) => Math.floor(next() * below) };
}
