const KEPT_MS = 24 * 3600 * 1000;

/**
 * An Idempotency-Key stands for its first request from then on until now (docs/reference/requests.md#idempotency-key).
 */
export const keptSince = (now: Date): Date => new Date(now.getTime() - KEPT_MS);

/** Whether a key that was first used then is free again: after 24 hours, not at exactly 24 hours. */
export const isKeyFree = (createdAt: Date, now: Date): boolean => createdAt.getTime() < keptSince(now).getTime();

/** What stands under an Idempotency-Key. */
export interface KeptKey {
  isSameBody: boolean;
  hasAnswer: boolean;
  /** A message that is being sent, or was: its answer comes without this run. */
  hasMessage: boolean;
  createdAt: Date;
  /** Until then a run is under way; after that its process is taken for dead. */
  lockedUntil: Date;
}

/** What a request with a key that is known does. */
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
