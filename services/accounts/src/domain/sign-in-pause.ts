/** Tries of one kind that failed, or have not succeeded yet. */
export interface Failures {
  failures: number;
  lastAt: Date;
}

/** How failed tries delay the next one. */
export interface TryRule {
  /** The wait before the next try in ms; 0: now. */
  pauseBefore(held: Failures, now: Date): number;
  /**
   * The count once this try has begun: a try counts as failed until it succeeds, so that concurrent tries are counted
   * too.
   */
  afterTry(held: Failures, now: Date): Failures;
}

/** Tries without a pause (docs/reference/console.md#wrong-passwords). */
const FREE_FAILURES = 10;
const FIRST_PAUSE_MS = 1000;
const MAX_PAUSE_MS = 30_000;
/** Failures are forgotten after this time without another. */
export const FORGOTTEN_AFTER_MS = 15 * 60_000;

/** For a device or a network: pauses that grow up to a maximum, so that nobody is locked out for good. */
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

/** Concurrent tries from all unknown networks together. */
const ALLOWANCE = 60;
/**
 * Then one more in this time. A single network does not exhaust it, because its own pauses limit it to one try in 30 s.
 */
const ONE_MORE_MS = 10_000;

/** The remaining failures: one is forgiven in each period. */
function drain({ failures, lastAt }: Failures, now: Date): Failures {
  const periods = Math.max(0, Math.floor((now.getTime() - lastAt.getTime()) / ONE_MORE_MS));
  if (periods >= failures) return { failures: 0, lastAt: now };
  // The elapsed part of a period counts towards the next one.
  return { failures: failures - periods, lastAt: new Date(lastAt.getTime() + periods * ONE_MORE_MS) };
}

/** For an account, across all networks without a successful sign-in: an allowance that refills at a steady rate. */
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
