import { at } from '@parley/common/at';

const INITIAL_CAPACITY = 64;

/** The verdict of a sliding window on one request. */
export interface WindowVerdict {
  allowed: boolean;
  /** Requests that would still be allowed at this moment. */
  remaining: number;
  /** Milliseconds until one more request is allowed, when the oldest counted one leaves the window. */
  resetMs: number;
}

/** The times of a key's requests in the last window: exact, without buckets. */
export interface WindowLog {
  /** Counts one request unless the last window already holds `limit`. */
  take(limit: number, nowMs: number): WindowVerdict;
  /** Ages of the counted requests, oldest first. */
  agesMs(nowMs: number): number[];
  /** Adds requests that were counted elsewhere. */
  absorb(agesMs: readonly number[], nowMs: number): void;
  /** Requests counted in the last window. */
  count(nowMs: number): number;
}

/** An empty log over a window; its memory grows only with the requests in the window. */
export function makeWindowLog(windowMs: number): WindowLog {
  let times = new Float64Array(INITIAL_CAPACITY);
  let first = 0;
  let count = 0;

  const timeAt = (index: number): number => at(times, (first + index) % times.length);
  const grow = (): void => {
    const larger = new Float64Array(times.length * 2);
    for (let i = 0; i < count; i++) larger[i] = timeAt(i);
    times = larger;
    first = 0;
  };
  const push = (timeMs: number): void => {
    if (count === times.length) grow();
    times[(first + count) % times.length] = timeMs;
    count++;
  };
  const expire = (nowMs: number): void => {
    while (count > 0 && timeAt(0) <= nowMs - windowMs) {
      first = (first + 1) % times.length;
      count--;
    }
  };

  return {
    take(limit, nowMs) {
      expire(nowMs);
      const allowed = count < limit;
      if (allowed) push(nowMs);
      // The limit was lowered: more than one request has to leave the window first.
      const leaving = allowed ? 0 : count - limit;
      return { allowed, remaining: Math.max(0, limit - count), resetMs: timeAt(leaving) + windowMs - nowMs };
    },
    agesMs(nowMs) {
      expire(nowMs);
      return Array.from({ length: count }, (_, index) => nowMs - timeAt(index));
    },
    absorb(agesMs, nowMs) {
      const all = [...agesMs.map((age) => nowMs - age), ...Array.from({ length: count }, (_, index) => timeAt(index))];
      first = 0;
      count = 0;
      for (const time of all.sort((a, b) => a - b)) push(time);
      expire(nowMs);
    },
    count(nowMs) {
      expire(nowMs);
      return count;
    },
  };
}
