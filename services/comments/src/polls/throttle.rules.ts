/** Lets one call per interval through, by the caller's clock. */
export interface Throttle {
  admits(now: Date): boolean;
}

export function makeThrottle(everyMs: number): Throttle {
  let admittedAtMs = Number.NEGATIVE_INFINITY;
  return {
    admits(now) {
      if (now.getTime() - admittedAtMs < everyMs) return false;
      admittedAtMs = now.getTime();
      return true;
    },
  };
}
