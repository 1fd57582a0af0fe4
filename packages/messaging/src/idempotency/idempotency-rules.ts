const KEPT_MS = 24 * 3600 * 1000;

/**
 * The oldest time at which an Idempotency-Key that is still valid now was first used
 * (docs/reference/requests.md#idempotency-key).
 */
export const keptSince = (now: Date): Date => new Date(now.getTime() - KEPT_MS);

/** Whether a key that was first used then is free again: after 24 hours, not at exactly 24 hours. */
export const isKeyFree = (createdAt: Date, now: Date): boolean => createdAt.getTime() < keptSince(now).getTime();

/** The stored state of an Idempotency-Key. */
export interface KeptKey {
  isSameBody: boolean;
  hasAnswer: boolean;
  /** Whether the key belongs to a message: the send stores its answer. */
  hasMessage: boolean;
  createdAt: Date;
  /** The end of the run's lock; after it the process is considered dead. */
  lockedUntil: Date;
}

/** The decision for a request with a known key. */
export type KeyDecision = 'run' | 'replay' | 'in_progress' | 'mismatch';

/**
 * A key belongs to one body for 24 hours; a dead run is run again (docs/reference/requests.md#idempotency-key).
 */
export function decideKey(kept: KeptKey, now: Date): KeyDecision {
  if (isKeyFree(kept.createdAt, now)) return 'run';
  if (!kept.isSameBody) return 'mismatch';
  if (kept.hasAnswer) return 'replay';
  const hasDied = !kept.hasMessage && kept.lockedUntil.getTime() < now.getTime();
  return hasDied ? 'run' : 'in_progress';
}
