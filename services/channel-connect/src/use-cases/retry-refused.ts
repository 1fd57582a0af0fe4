import { setTimeout as pause } from 'node:timers/promises';
import type { ProviderFailure } from './provider-failure.ts';

const MAX_RETRIES = 2;
const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 3000;

/**
 * Repeats a call that was certainly not carried out (429 with a hint, never connected), at most twice and with at most
 * 3 s between; a provider that asks for more patience is taken at its word.
 */
export async function retryRefused<R extends { ok: true } | { ok: false; failure: ProviderFailure }>(
  call: () => Promise<R>,
): Promise<R> {
  for (let retries = 0; ; retries++) {
    const result = await call();
    if (result.ok || result.failure.kind !== 'refused' || !result.failure.safeToRetry) return result;
    const pauseMs = result.failure.retryAfterMs ?? FIRST_PAUSE_MS * 2 ** retries;
    if (retries === MAX_RETRIES || pauseMs > MAX_PAUSE_MS) return result;
    await pause(pauseMs);
  }
}
