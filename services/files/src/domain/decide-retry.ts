import type { KeepOutcome } from './kept-file.ts';

const MINUTE_MS = 60_000;
const LONGEST_MS = 6 * 60 * MINUTE_MS;
/** The last attempt begins two days after the first one: shorter than any platform keeps a file. */
const ATTEMPTS = 16;

/** When the file is copied again, and whether the attempt counts; null: no copy is made. */
type RetryDecision = { at: Date; counts: boolean } | null;

/**
 * Decides after an attempt without a copy (docs/reference/uploads.md#copies). A failure of the store says nothing about
 * the file: it does not count.
 */
export function decideRetry(outcome: Exclude<KeepOutcome, 'kept' | null>, attempts: number, now: Date): RetryDecision {
  const after = (ms: number): Date => new Date(now.getTime() + ms);
  if (outcome === 'store_failed') return { at: after(MINUTE_MS), counts: false };
  if (outcome === 'gone' || attempts >= ATTEMPTS) return null;
  return { at: after(Math.min(MINUTE_MS * 2 ** (attempts - 1), LONGEST_MS)), counts: true };
}
