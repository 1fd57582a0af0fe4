/** Numbers that may be looked up at once, and how long one takes to come back. */
const BURST = 50;
const PER_NUMBER_MS = 1000;

/**
 * Limits how many numbers an account looks up: 50 at once, then one a second. The network restricts accounts that look
 * up many numbers.
 */
export function makeNumberPace(now: () => number) {
  /** When all numbers are back, in ms since the epoch. */
  let fullAt = 0;
  return {
    /** Takes the numbers and returns 0, or takes none and returns the wait in milliseconds. */
    take(count: number): number {
      const at = now();
      const next = Math.max(fullAt, at) + count * PER_NUMBER_MS;
      const waitMs = next - at - BURST * PER_NUMBER_MS;
      if (waitMs > 0) return waitMs;
      fullAt = next;
      return 0;
    },
  };
}
