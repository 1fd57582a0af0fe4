export interface RateLimiterDeps {
  /** Reserves the next free slot across all replicas; returns the wait in ms. */
  takeTurn(gapMs: number): Promise<number>;
  wait(ms: number): Promise<void>;
  perSecond: number;
}

/**
 * Resolves when the app's rate limit, which all accounts and replicas share, allows the next call
 * (docs/reference/tt.md#errors); returns the wait in ms.
 */
export function makeRateLimiter({ takeTurn, wait, perSecond }: RateLimiterDeps) {
  const gapMs = 1000 / perSecond;
  return async (): Promise<number> => {
    const waitMs = await takeTurn(gapMs);
    if (waitMs > 0) await wait(waitMs);
    return waitMs;
  };
}

export type RateLimiter = ReturnType<typeof makeRateLimiter>;
