const KEPT_MS = 24 * 3600 * 1000;

/**
 * The oldest moment whose Idempotency-Keys still count now (docs/reference/requests.md#idempotency-key).
 */
export const keptSince = (now: Date): Date => new Date(now.getTime() - KEPT_MS);

/** Whether a key that was first used then is free again: after 24 hours, not at exactly 24 hours. */
export const isKeyFree = (createdAt: Date, now: Date): boolean => createdAt.getTime() < keptSince(now).getTime();

/** What is stored for an Idempotency-Key. */
export interface KeptKey {
  isSameBody: boolean;
  hasAnswer: boolean;
  /** Whether a message belongs to the key: another run stores its answer. */
  hasMessage: boolean;
  createdAt: Date;
  /** Until then a run is under way; later its process counts as dead. */
  lockedUntil: Date;
}

/** What a request with a known key does. */
export type KeyDecision = 'run' | 'replay' | 'in_progress' | 'mismatch';

/**
 * A key belongs to one body for 24 hours; a run that died is run again (docs/reference/requests.md#idempotency-key).
 */
export function decideKey(kept: KeptKey, now: Date): KeyDecision {
  if (isKeyFree(kept.createdAt, now)) return 'run';
  if (!kept.isSameBody) return 'mismatch';
  if (kept.hasAnswer) return 'replay';
  const hasDied = !kept.hasMessage && kept.lockedUntil.getTime() < now.getTime();
  return hasDied ? 'run' : 'in_progress';
}
