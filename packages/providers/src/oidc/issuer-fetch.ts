import type { CustomFetch } from 'openid-client';
import type { Dispatcher } from 'undici';
import { EgressError } from '../egress/egress-policy.ts';
import { LookupError } from '../egress/lookup-error.ts';
import { AnswerLate, AnswerTooLarge, exchange, targetOf } from '../http/exchange.ts';

/** Deadline of all requests of one step to an issuer together. */
const DEADLINE_MS = 12_000;
/** Limit of one answer: metadata, keys, tokens and claims are a few kB. */
const ANSWER_MAX_BYTES = 256 * 1024;
const WITHOUT_BODY = [204, 205, 304];

/** A `fetch` to one issuer, and the reason why its last request had no answer. */
export interface IssuerFetch {
  fetch: CustomFetch;
  /** Null: the last request was answered. */
  failure(): string | null;
}

function describeFailure(error: unknown): string {
  if (error instanceof AnswerLate) return 'the issuer did not answer in time';
  if (error instanceof AnswerTooLarge) return `the issuer answered with more than ${ANSWER_MAX_BYTES} bytes`;
  if (error instanceof EgressError) return 'the issuer is at an address that requests may not reach';
  if (error instanceof LookupError) return 'the name of the issuer does not resolve';
  return 'the issuer cannot be reached';
}

/**
 * Requests to an issuer over the agent that enforces the egress rules (docs/reference/webhook-delivery.md#egress-rules),
 * with one deadline for all of them and a limit for each answer. Follows no redirect.
 */
export function makeIssuerFetch(dispatcher: Dispatcher, deadlineMs = DEADLINE_MS): IssuerFetch {
  const endsAtMs = performance.now() + deadlineMs;
  let failure: string | null = null;
  return {
    failure: () => failure,
    async fetch(url, { method, headers, body }) {
      failure = null;
      const content = body instanceof URLSearchParams ? body.toString() : body;
      if (typeof content !== 'string' && content !== undefined && content !== null)
        throw new TypeError('A request to an issuer has a form, or no body.');
      const request = {
        method: method === 'POST' ? ('POST' as const) : ('GET' as const),
        headers,
        body: content ?? null,
      };
      const limits = { timeoutMs: Math.max(1, endsAtMs - performance.now()), maxBytes: ANSWER_MAX_BYTES };
      try {
        const answer = await exchange(dispatcher, targetOf(url), request, limits);
        const type = answer.headers['content-type'];
        return new Response(WITHOUT_BODY.includes(answer.statusCode) ? null : new Uint8Array(answer.body), {
          status: answer.statusCode,
          headers: typeof type === 'string' ? { 'content-type': type } : {},
        });
      } catch (error) {
        failure = describeFailure(error);
        throw error;
      }
    },
  };
}
