import type { PushResult } from '@parley/providers/push/push-client';
import { MAX_PAUSE_MS, pauseAfter } from '../sending/after-attempt.rules.ts';

/** The time between two pushes to one browser: what happens meanwhile is told by the next one. */
export const REST_MS = 15_000;
const GIVE_UP_AFTER_MS = 3 * 24 * 3_600_000;

/** What becomes of the subscription; null: it is deleted. */
export interface AfterPush {
  isTold: boolean;
  attempts: number;
  firstFailedAt: Date | null;
  /** When it may be tried again. */
  next: Date;
}

/** The state after a push; a browser that could not be reached for three days is given up. */
export function afterPush(
  before: { attempts: number; firstFailedAt: Date | null },
  result: PushResult,
  now: Date,
): AfterPush | null {
  const at = (ms: number): Date => new Date(now.getTime() + ms);
  if (result.outcome === 'gone') return null;
  if (result.outcome === 'accepted') return { isTold: true, attempts: 0, firstFailedAt: null, next: at(REST_MS) };
  const firstFailedAt = before.firstFailedAt ?? now;
  if (now.getTime() - firstFailedAt.getTime() > GIVE_UP_AFTER_MS) return null;
  const attempts = before.attempts + 1;
  return {
    isTold: false,
    attempts,
    firstFailedAt,
    next: at(Math.min(MAX_PAUSE_MS, Math.max(pauseAfter(attempts), result.retryAfterMs ?? 0))),
  };
}
