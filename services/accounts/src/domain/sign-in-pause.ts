import { createHash } from 'node:crypto';

/** Wrong passwords and codes of an account, or from a network. */
export interface Failures {
  failures: number;
  lastAt: Date;
}

/** So many are free (docs/reference/console.md#wrong-passwords). */
const FREE_FAILURES = 10;
const FIRST_PAUSE_MS = 1000;
const MAX_PAUSE_MS = 30_000;
/** They are forgotten after so long without another. */
export const FORGOTTEN_AFTER_MS = 15 * 60_000;

/** In ms: how long the next try has to wait; 0: it may be made now. The pause is bounded, so nobody is locked out for good. */
export function pauseBeforeTry({ failures, lastAt }: Failures, now: Date): number {
  const sinceMs = now.getTime() - lastAt.getTime();
  if (failures < FREE_FAILURES || sinceMs >= FORGOTTEN_AFTER_MS) return 0;
  const pauseMs = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - FREE_FAILURES));
  return Math.max(0, pauseMs - sinceMs);
}

/** What is counted once this try has begun: it counts as failed until it succeeds, so that tries at once are counted too. */
export const afterTry = ({ failures, lastAt }: Failures, now: Date): Failures => ({
  failures: now.getTime() - lastAt.getTime() >= FORGOTTEN_AFTER_MS ? 1 : failures + 1,
  lastAt: now,
});

const subjectOf = (kind: string, value: string): Buffer => createHash('sha256').update(`${kind}\n${value}`).digest();

/** What is counted: hashed, since an address that nobody has may be somebody's elsewhere. */
export const accountSubject = (emailKey: string): Buffer => subjectOf('account', emailKey);
export const networkSubject = (network: string): Buffer => subjectOf('network', network);
