/** Outcome of one attempt to send a message. */
export type SendResult =
  | { outcome: 'accepted'; provider: string; providerId: string | null }
  /** It was not accepted, or it never left: it may be retried. */
  | { outcome: 'later'; provider: string; reason: string; retryAfterMs?: number | null }
  | { outcome: 'refused'; provider: string; reason: string }
  /** It left, and it is unknown whether it was accepted. */
  | { outcome: 'unknown'; provider: string; reason: string };

/** The state to store. */
export interface NextState {
  status: 'sent' | 'waiting' | 'failed' | 'unknown';
  reason: string | null;
  dueAt: Date;
}

const FIRST_PAUSE_MS = 30_000;
export const MAX_PAUSE_MS = 3_600_000;
const GIVE_UP_AFTER_MS = 6 * 3_600_000;

/** 30 s, 1 min, 2 min … up to an hour. */
export const pauseAfter = (attempts: number): number => Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempts - 1));

/**
 * The state after an attempt. A message that may have been accepted is never repeated; one that certainly was not is
 * retried for six hours (docs/reference/notifications.md#delivery). `attempts` includes this one.
 */
export function afterAttempt(
  { attempts, firstTriedAt }: { attempts: number; firstTriedAt: Date },
  result: SendResult,
  now: Date,
): NextState {
  if (result.outcome === 'accepted') return { status: 'sent', reason: null, dueAt: now };
  if (result.outcome === 'unknown') return { status: 'unknown', reason: result.reason, dueAt: now };
  if (result.outcome === 'refused') return { status: 'failed', reason: result.reason, dueAt: now };
  const dueAt = new Date(now.getTime() + Math.max(pauseAfter(attempts), result.retryAfterMs ?? 0));
  if (dueAt.getTime() - firstTriedAt.getTime() > GIVE_UP_AFTER_MS)
    return { status: 'failed', reason: result.reason, dueAt: now };
  return { status: 'waiting', reason: result.reason, dueAt };
}
