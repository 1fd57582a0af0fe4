import type { AiUsage } from './ai-port.ts';

/**
 * What went wrong, by what is to be done about it.
 * - `refused_key`: the key is invalid, revoked or may not do this: nothing else will work with it.
 * - `out_of_money`: credit, budget or the day's quota is spent: no retry helps.
 * - `rate_limited`, `overloaded`: works later, after `retryAfterMs` where the provider gave it.
 * - `unreachable`: no connection, or one that broke; also an address that the egress rules forbid.
 * - `refusal`: the model or its filter refused to answer. `empty`: it answered nothing.
 * - `too_large`: the prompt is too long for the model or larger than what is sent, or the answer is larger than what is read.
 * - `timeout`: no whole answer in time.
 * - `invalid_answer`: not what the provider documents; also tool calls that are no JSON object or name no tool.
 * - `invalid_request`: the provider does not take the request: an unknown model, for example.
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
  /** The provider's code, where it is one that we know. */
  code?: string | null;
  /** How long to wait, at most a day; null where the provider did not tell. */
  retryAfterMs?: number | null;
  /** What was paid for all the same; null where the provider did not tell. */
  usage?: AiUsage | null;
}

/** What a provider's own words say; a null kind: nothing that the status does not say. */
export interface AiProblem {
  kind: AiErrorKind | null;
  code: string | null;
  retryAfterMs?: number | null;
}

/** A call of a model that brought no usable answer. Holds nothing that somebody wrote: no prompt, no key, no text of the provider, no cause. */
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
