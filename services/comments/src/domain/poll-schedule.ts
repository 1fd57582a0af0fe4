/** Accounts are spread over the interval, and drift apart again where they met. */
const JITTER = 0.05;
const FIRST_BACKOFF_MS = 60_000;
const LONGEST_BACKOFF_MS = 15 * 60_000;
/** A renewed token is used soon. */
const AFTER_REFRESH_MS = 5000;

/** What a poll came to. */
export type PollOutcome =
  | { kind: 'done' }
  /** The provider asks for patience. */
  | { kind: 'limited'; retryAfterMs: number | null }
  | { kind: 'refreshed' }
  | { kind: 'failed' };

/** When the account is polled next, and how often in a row it was put off (tt.md §6: at least 60 s after 40100). */
export function scheduleNext(
  outcome: PollOutcome,
  failures: number,
  given: { now: Date; intervalMs: number; random: number },
): { dueAt: Date; failures: number } {
  const inMs = (ms: number): Date => new Date(given.now.getTime() + Math.round(ms));
  const jittered = given.intervalMs * (1 - JITTER + 2 * JITTER * given.random);
  switch (outcome.kind) {
    case 'done':
      return { dueAt: inMs(jittered), failures: 0 };
    case 'refreshed':
      return { dueAt: inMs(AFTER_REFRESH_MS), failures };
    case 'failed':
      return { dueAt: inMs(jittered), failures: failures + 1 };
    case 'limited': {
      const backoffMs = Math.min(FIRST_BACKOFF_MS * 2 ** Math.min(failures, 10), LONGEST_BACKOFF_MS);
      return { dueAt: inMs(Math.max(backoffMs, outcome.retryAfterMs ?? 0, jittered)), failures: failures + 1 };
    }
  }
}

/** Lets calls through one after another, so many a second at most: the app's limit is shared by all accounts (tt.md §6). */
export function makePace(perSecond: number, clock: { nowMs(): number; wait(ms: number): Promise<void> }) {
  const gapMs = 1000 / perSecond;
  let freeAtMs = 0;
  return async (): Promise<void> => {
    const nowMs = clock.nowMs();
    const atMs = Math.max(freeAtMs, nowMs);
    freeAtMs = atMs + gapMs;
    if (atMs > nowMs) await clock.wait(atMs - nowMs);
  };
}
