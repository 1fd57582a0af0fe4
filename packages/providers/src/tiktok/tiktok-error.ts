import { z } from 'zod';
import type { ProviderAnswer } from '../http/provider-request.ts';
import { failureWithoutReason, refused, type SendFailure } from '../sent/send-outcome.ts';

/**
 * The envelope of every answer of TikTok: errors also have HTTP 200, so only `code` is relevant
 * (docs/reference/tt.md#calls).
 */
export const TiktokEnvelope = z.looseObject({
  code: z.union([z.number(), z.string()]),
  message: z.string().catch(''),
  request_id: z.string().optional().catch(undefined),
});

/** The access token has expired: refreshing it once helps (docs/reference/tt.md#errors). */
const TOKEN_EXPIRED = 40102;
/** No token, or a revoked one: only the account's owner can fix it. */
const BROKEN_CODES = new Set([40104, 40105]);

type Outcome = { kind: 'accepted' | 'done' } | SendFailure;
const codeOf = (outcome: Outcome): number => (outcome.kind === 'refused' ? Number(outcome.provider.code) : 0);

/** Whether an access token expired: nothing was done, and a new token helps (docs/reference/tt.md#errors). */
export const hasTokenExpired = (outcome: Outcome): boolean => codeOf(outcome) === TOKEN_EXPIRED;

/** Whether a token can no longer be used: expired, absent or revoked (docs/reference/tt.md#errors). */
export const isTokenDead = (outcome: Outcome): boolean =>
  hasTokenExpired(outcome) ||
  BROKEN_CODES.has(codeOf(outcome)) ||
  (outcome.kind === 'refused' && outcome.channelBroken);

const RATE_CODE = 40100;
/** Rate limits are per minute. */
const RATE_WAIT_MS = 60_000;

const isSystemError = (code: number): boolean => code >= 50_000 && code < 60_000;

/**
 * The outcome of a send after an unsuccessful answer of TikTok (docs/reference/tt.md#errors). A system error may come after the
 * message was sent; with a retry hint it was not.
 */
export function tiktokFailure(answer: ProviderAnswer): SendFailure {
  const parsed = TiktokEnvelope.safeParse(answer.body);
  const { code, message, request_id: traceId } = parsed.data ?? {};
  if (code === undefined || Number(code) === 0) return failureWithoutReason('tiktok', answer);
  const provider = {
    name: 'tiktok' as const,
    status: answer.status,
    code,
    message: message || 'The provider gave no message.',
    ...(traceId ? { trace_id: traceId } : {}),
  };
  const number = Number(code);
  const { retryAfterMs } = answer;
  if (number === RATE_CODE)
    return refused(provider, { safeToRetry: true, retryAfterMs: Math.max(retryAfterMs ?? 0, RATE_WAIT_MS) });
  const failedInside = isSystemError(number) || answer.status >= 500;
  if (failedInside && retryAfterMs === null) return { kind: 'unknown', provider };
  return refused(provider, {
    channelBroken: BROKEN_CODES.has(number),
    safeToRetry: failedInside || answer.status === 429,
    retryAfterMs,
  });
}
