import type { AiErrorKind } from '@parley/providers/ai/ai-error';

/** Outcome of a turn whose model gave no answer (docs/reference/bot-replies.md#provider-errors). */
export type FailedOutcome =
  | { kind: 'stopped'; reason: 'key_refused' | 'out_of_money' }
  | { kind: 'wait'; seconds: number }
  | { kind: 'hand_over'; reason: AiErrorKind };

/** Maximum wait of a customer for a busy provider. */
const MAX_WAIT_SECONDS = 120;
/** Used when the provider does not say when to retry. */
const DEFAULT_WAIT_SECONDS = 10;

/** Seconds until the provider is asked again; null: too long for a customer. */
function waitFor(retryAfterMs: number | null): number | null {
  const seconds = retryAfterMs === null ? DEFAULT_WAIT_SECONDS : Math.max(1, Math.ceil(retryAfterMs / 1000));
  return seconds <= MAX_WAIT_SECONDS ? seconds : null;
}

/**
 * Decides how to handle a missing answer. A dead key and spent money stop the bot and are never retried; a busy or
 * unreachable provider is asked again if it allows that soon; everything else is handed over to a person. The caller
 * tracks the time: all waits of a turn together have the limit of one wait.
 */
export function classifyOutcome({
  kind,
  retryAfterMs,
}: {
  kind: AiErrorKind;
  retryAfterMs: number | null;
}): FailedOutcome {
  switch (kind) {
    case 'refused_key':
      return { kind: 'stopped', reason: 'key_refused' };
    case 'out_of_money':
      return { kind: 'stopped', reason: 'out_of_money' };
    case 'rate_limited':
    case 'overloaded':
    case 'unreachable': {
      const seconds = waitFor(retryAfterMs);
      return seconds === null ? { kind: 'hand_over', reason: kind } : { kind: 'wait', seconds };
    }
    default:
      return { kind: 'hand_over', reason: kind };
  }
}

/** The provider refused before it began, or was never reached: nothing was generated, so nothing was paid. */
const UNPAID: ReadonlySet<AiErrorKind> = new Set([
  'refused_key',
  'out_of_money',
  'rate_limited',
  'overloaded',
  'invalid_request',
]);

/**
 * Whether a failed call certainly cost nothing; for any other, the worst case applies when the provider reports no
 * usage.
 */
export const isUnpaid = (kind: AiErrorKind): boolean => UNPAID.has(kind);
