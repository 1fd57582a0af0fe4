/** Tries of one kind that failed, or have not succeeded yet. */
export interface Failures {
  failures: number;
  lastAt: Date;
}

/** How failed tries slow the next one down. */
export interface TryRule {
  /** In ms: how long the next try has to wait; 0: it may be made now. */
  pauseBefore(held: Failures, now: Date): number;
  /** What is counted once this try has begun: it counts as failed until it succeeds, so that tries at once are counted too. */
  afterTry(held: Failures, now: Date): Failures;
}

/** So many are free (docs/reference/console.md#wrong-passwords). */
const FREE_FAILURES = 10;
const FIRST_PAUSE_MS = 1000;
const MAX_PAUSE_MS = 30_000;
/** They are forgotten after so long without another. */
export const FORGOTTEN_AFTER_MS = 15 * 60_000;

/** For a device, or a network: pauses that grow up to a bound, so nobody is locked out for good. */
export const GROWING_PAUSES: TryRule = {
  pauseBefore({ failures, lastAt }, now) {
    const sinceMs = now.getTime() - lastAt.getTime();
    if (failures < FREE_FAILURES || sinceMs >= FORGOTTEN_AFTER_MS) return 0;
    const pauseMs = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - FREE_FAILURES));
    return Math.max(0, pauseMs - sinceMs);
  },
  afterTry: ({ failures, lastAt }, now) => ({
    failures: now.getTime() - lastAt.getTime() >= FORGOTTEN_AFTER_MS ? 1 : failures + 1,
    lastAt: now,
  }),
};

/** So many at once, from all unknown networks together. */
const ALLOWANCE = 60;
/** Then one more in this time: one network, which its own pauses hold to one in 30 s, does not use it up. */
const ONE_MORE_MS = 10_000;

/** What is left of the failures: one is forgiven in each period. */
function drain({ failures, lastAt }: Failures, now: Date): Failures {
  const periods = Math.max(0, Math.floor((now.getTime() - lastAt.getTime()) / ONE_MORE_MS));
  if (periods >= failures) return { failures: 0, lastAt: now };
  // The part of a period that has gone by counts towards the next one.
  return { failures: failures - periods, lastAt: new Date(lastAt.getTime() + periods * ONE_MORE_MS) };
}

/** For an account, over every network from which nobody has signed in to it: an allowance that is refilled at a steady rate. */
export const STEADY_ALLOWANCE: TryRule = {
  pauseBefore(held, now) {
    const { failures, lastAt } = drain(held, now);
    return failures < ALLOWANCE ? 0 : lastAt.getTime() + ONE_MORE_MS - now.getTime();
  },
  afterTry(held, now) {
    const { failures, lastAt } = drain(held, now);
    return { failures: failures + 1, lastAt };
  },
};
