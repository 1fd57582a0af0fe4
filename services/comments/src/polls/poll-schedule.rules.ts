/** Maximum wait of a newly connected account for its first poll; also the interval of the search for due accounts. */
export const MATCH_EVERY_MS = 5000;
/** Random fraction of the interval, which spreads the accounts over it. */
const JITTER = 0.05;
const FIRST_BACKOFF_MS = 60_000;
const LONGEST_BACKOFF_MS = 15 * 60_000;
/** Pause after a token renewal: short, but not so short that a useless renewal repeats constantly. */
const AFTER_REFRESH_MS = 5000;
const REFRESHES_IN_A_ROW = 3;

/** The outcome of a poll. */
export type PollOutcome =
  | { kind: 'done' }
  /** The provider requested a pause. */
  | { kind: 'limited'; retryAfterMs: number | null }
  | { kind: 'refreshed' }
  | { kind: 'failed' };

/** The next poll of an account. */
export interface NextPoll {
  dueAt: Date;
  /** How many times in a row it was postponed. */
  failures: number;
}

/**
 * When the account is polled next, and how many times in a row it was postponed (docs/reference/tt.md#errors: at least
 * 60 s after 40100).
 */
export function scheduleNext(
  outcome: PollOutcome,
  failures: number,
  given: { now: Date; intervalMs: number; random: number },
): NextPoll {
  const inMs = (ms: number): Date => new Date(given.now.getTime() + Math.round(ms));
  const jittered = given.intervalMs * (1 - JITTER + 2 * JITTER * given.random);
  const doubled = (ms: number): number => Math.min(ms * 2 ** Math.min(failures, 10), LONGEST_BACKOFF_MS);
  switch (outcome.kind) {
    case 'done':
      return { dueAt: inMs(jittered), failures: 0 };
    case 'refreshed':
      return { dueAt: inMs(failures < REFRESHES_IN_A_ROW ? AFTER_REFRESH_MS : jittered), failures: failures + 1 };
    case 'failed':
      return { dueAt: inMs(Math.max(doubled(given.intervalMs / 2), jittered)), failures: failures + 1 };
    case 'limited': {
      const backoffMs = doubled(FIRST_BACKOFF_MS);
      return { dueAt: inMs(Math.max(backoffMs, outcome.retryAfterMs ?? 0, jittered)), failures: failures + 1 };
    }
  }
}
