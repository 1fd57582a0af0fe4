import { setTimeout as pause } from 'node:timers/promises';
import type { RefusedOutcome, SendFailure } from './send-outcome.ts';

/** What a call to a provider brought: an outcome of a send, or a result that is ok or holds the failure. */
type Result = { kind: 'accepted' } | SendFailure | { ok: true } | { ok: false; failure: SendFailure };

const MAX_RETRIES = 2;
const FIRST_PAUSE_MS = 250;
/** Where nobody says how long the caller waits. */
const MAX_PAUSE_MS = 3000;

function refusalOf(result: Result): RefusedOutcome | null {
  const outcome = 'kind' in result ? result : result.ok ? null : result.failure;
  return outcome?.kind === 'refused' ? outcome : null;
}

/**
 * Repeats a call that was certainly not carried out, at most twice; an unknown outcome never is
 * (docs/reference/sends.md#time-limit-and-retries). A pause that would end after `untilMs` (since the epoch) is not
 * waited, and each try is told how long it has; without it no pause is longer than 3 s.
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
