import type { CommentAccount } from '../received/comment.rules.ts';
import type { VideoStates } from './scan.rules.ts';

/** An account whose comments are being fetched; the claim is the fencing token of every write. */
export interface ClaimedPoll {
  account: CommentAccount;
  claimId: string;
  videos: VideoStates;
  failures: number;
}

/** A poll that runs. */
export interface AccountPoll {
  account: CommentAccount;
  /** The account's access token. */
  token: string;
  budget: PollBudget;
  startedAt: Date;
}

/** Maximum wait of a newly connected account for its first poll; also the interval of the search for due accounts. */
export const MATCH_EVERY_MS = 5000;
/** Random fraction of the interval, which spreads the accounts over it. */
const JITTER = 0.05;
const FIRST_BACKOFF_MS = 60_000;
const MAX_BACKOFF_MS = 15 * 60_000;
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
  const doubled = (ms: number): number => Math.min(ms * 2 ** Math.min(failures, 10), MAX_BACKOFF_MS);
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

/** The poll must end; the next one continues where it stopped. */
export class BudgetSpent extends Error {
  constructor() {
    super('A poll took its whole time.');
  }
}

/**
 * Limits one poll, so that others get their turn: `untilMs` since the epoch; a started scan may exceed `maxCalls`, never
 * the time.
 */
export function makeBudget(given: { maxCalls: number; untilMs: number; nowMs(): number }) {
  let calls = 0;
  const isLate = (): boolean => given.nowMs() >= given.untilMs;
  return {
    /** Counts a call; throws {@link BudgetSpent} once the time has run out. */
    take(): void {
      if (isLate()) throw new BudgetSpent();
      calls++;
    },
    /** Whether no new scan may start. */
    isSpent: (): boolean => calls >= given.maxCalls || isLate(),
  };
}

export type PollBudget = ReturnType<typeof makeBudget>;

/** Lets one call per interval through, by the caller's clock. */
export function makeThrottle(everyMs: number) {
  let admittedAtMs = Number.NEGATIVE_INFINITY;
  return {
    admits(now: Date): boolean {
      if (now.getTime() - admittedAtMs < everyMs) return false;
      admittedAtMs = now.getTime();
      return true;
    },
  };
}

export type Throttle = ReturnType<typeof makeThrottle>;
