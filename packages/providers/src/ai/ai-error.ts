import type { AiUsage } from './ai-port.ts';

/**
 * Kinds of failures, by the required reaction.
 * - `refused_key`: the key is invalid, revoked or lacks permission: nothing else will work with it.
 * - `out_of_money`: credit, budget or the daily quota is spent: no retry helps.
 * - `rate_limited`, `overloaded`: works later, after `retryAfterMs` if the provider gave it.
 * - `unreachable`: no connection, or a broken one; also an address that the egress rules forbid.
 * - `refusal`: the model or its filter refused to answer. `empty`: the answer is empty.
 * - `too_large`: the prompt is too long for the model or over the request limit, or the answer is over the read limit.
 * - `timeout`: no complete answer in time.
 * - `invalid_answer`: the answer differs from the provider's documentation; also tool calls that are no JSON object or name no tool.
 * - `invalid_request`: the provider rejects the request: an unknown model, for example.
 */
export type AiErrorKind =
  | 'refused_key'
  | 'out_of_money'
  | 'rate_limited'
  | 'overloaded'
  | 'unreachable'
  | 'refusal'
  | 'empty'
  | 'too_large'
  | 'timeout'
  | 'invalid_answer'
  | 'invalid_request';

export interface AiErrorFacts {
  kind: AiErrorKind;
  /** HTTP status; null without an answer. */
  status?: number | null;
  /** The provider's code, if it is a known one. */
  code?: string | null;
  /** The delay before a retry, at most a day; null when the provider gave none. */
  retryAfterMs?: number | null;
  /** The tokens that were charged anyway; null when the provider did not report them. */
  usage?: AiUsage | null;
}

/** The meaning of a provider's error body; a null kind: nothing beyond the status. */
export interface AiProblem {
  kind: AiErrorKind | null;
  code: string | null;
  retryAfterMs?: number | null;
}

/** A model call without a usable answer. It contains no user content: no prompt, no key, no provider text, no cause. */
export class AiError extends Error {
  readonly kind: AiErrorKind;
  readonly status: number | null;
  readonly code: string | null;
  readonly retryAfterMs: number | null;
  readonly usage: AiUsage | null;

  constructor({ kind, status = null, code = null, retryAfterMs = null, usage = null }: AiErrorFacts) {
    super(`The AI provider gave no answer (${[kind, status, code].filter((part) => part !== null).join(', ')}).`);
    this.name = 'AiError';
    this.kind = kind;
    this.status = status;
    this.code = code;
    this.retryAfterMs = retryAfterMs;
    this.usage = usage;
  }
}
