import type { AiErrorKind } from '@parley/providers/ai/ai-error';

/** What becomes of a turn whose model gave no answer (docs/reference/bot-replies.md#provider-errors). */
export type FailedOutcome =
  | { kind: 'stopped'; reason: 'key_refused' | 'out_of_money' }
  | { kind: 'wait'; seconds: number }
  | { kind: 'hand_over'; reason: AiErrorKind };

/** A customer waits no longer than this for a provider that is busy. */
const MAX_WAIT_SECONDS = 120;
/** Where the provider does not say when to ask again. */
const DEFAULT_WAIT_SECONDS = 10;

/** How long to wait until a provider is asked again; null: nobody waits for so long. */
function waitFor(retryAfterMs: number | null): number | null {
  const seconds = retryAfterMs === null ? DEFAULT_WAIT_SECONDS : Math.max(1, Math.ceil(retryAfterMs / 1000));
  return seconds <= MAX_WAIT_SECONDS ? seconds : null;
}

/**
 * What is done about an answer that did not come. A dead key and spent money stop the bot and are never retried; a provider that is busy or away is asked
 * again when it says, if that is soon; everything else goes to a person. The caller counts the time that it waits: all waiting of a turn together is
 * bounded as one wait is.
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

/** Nothing was generated, so nothing was paid for: the provider refused before it began, or was never reached. */
const UNPAID: ReadonlySet<AiErrorKind> = new Set([
  'refused_key',
  'out_of_money',
  'rate_limited',
  'overloaded',
  'invalid_request',
]);

/** Whether a failed call certainly cost nothing; of any other the worst case counts where the provider tells no use. */
export const isUnpaid = (kind: AiErrorKind): boolean => UNPAID.has(kind);
