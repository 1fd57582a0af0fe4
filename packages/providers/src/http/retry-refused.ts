import { setTimeout as pause } from 'node:timers/promises';
import type { RefusedOutcome, SendFailure } from '../sent/send-outcome.ts';

/** The result of a provider call: an outcome of a send, or a result that is ok or has the failure. */
type Result =
  | { kind: 'accepted' | 'done' | 'checked' | 'paced' }
  | SendFailure
  | { ok: true }
  | { ok: false; failure: SendFailure };

const MAX_RETRIES = 2;
const FIRST_PAUSE_MS = 250;
/** Longest pause when the caller has no deadline. */
const MAX_PAUSE_MS = 3000;

function refusalOf(result: Result): RefusedOutcome | null {
  const outcome = 'kind' in result ? result : result.ok ? null : result.failure;
  return outcome?.kind === 'refused' ? outcome : null;
}

/**
 * Retries a call that was certainly not carried out, at most twice; a call of unknown outcome is never retried
 * (docs/reference/sends.md#time-limit-and-retries). A pause that would end after `untilMs` (since the epoch) is skipped
 * together with its attempt, and each attempt gets the remaining time; without `untilMs` no pause is longer than 3 s.
 */
export async function retryRefused<R extends Result>(
  call: (leftMs: number) => Promise<R>,
  untilMs?: number,
): Promise<R> {
  for (let retries = 0; ; retries++) {
    const result = await call(untilMs === undefined ? Number.POSITIVE_INFINITY : Math.max(untilMs - Date.now(), 1));
    const refusal = refusalOf(result);
    if (!refusal?.safeToRetry || retries === MAX_RETRIES) return result;
    const pauseMs = refusal.retryAfterMs ?? FIRST_PAUSE_MS * 2 ** retries;
    if (untilMs === undefined ? pauseMs > MAX_PAUSE_MS : Date.now() + pauseMs >= untilMs) return result;
    await pause(pauseMs);
  }
}
