import type { SendFailure } from '../sent/send-outcome.ts';
import { hasTokenExpired } from './tiktok-error.ts';

/** A call with an access token, and a function that gets another one. */
export interface RenewableCall<R> {
  token: string;
  /** In ms since the epoch. */
  untilMs: number;
  call(token: string, leftMs: number): Promise<R>;
  /** Another token, or null when none is available by then. */
  renew(untilMs: number): Promise<string | null>;
}

/**
 * Makes a call; if its access token has expired, once more with another one. The refusal proves that nothing was done
 * (docs/reference/tt.md#errors).
 */
export async function renewOnce<R extends { kind: 'accepted' | 'done' } | SendFailure>({
  token,
  untilMs,
  call,
  renew,
}: RenewableCall<R>): Promise<R> {
  const outcome = await call(token, Math.max(untilMs - Date.now(), 1));
  if (!hasTokenExpired(outcome)) return outcome;
  const renewed = await renew(untilMs);
  const leftMs = untilMs - Date.now();
  return renewed === null || leftMs <= 0 ? outcome : call(renewed, leftMs);
}
