import type { Dispatcher } from 'undici';
import { AnswerLate, AnswerTooLarge, exchange, targetOf } from '../http/exchange.ts';
import type { AiErrorKind } from './ai-error.ts';
import type { WireAnswer } from './classify-answer.ts';

/** Read limit of all answers of one call together. */
export const MAX_ANSWER_BYTES = 1024 * 1024;
/** The request limit of the strictest provider, including images and recordings. */
export const MAX_REQUEST_BYTES = 20 * 1024 * 1024;
const MAX_REQUESTS = 8;

/** The prompt is over the request limit. */
class RequestTooLarge extends Error {}

/**
 * A `fetch` for one model call, with its result: the library's errors contain the prompt, so they are never inspected.
 */
export interface GuardedFetch {
  fetch: typeof globalThis.fetch;
  /** The last complete answer; null when there is none. */
  answer(): WireAnswer | null;
  /** The reason why there is no answer. */
  failure(): AiErrorKind | null;
}

function kindOf(error: unknown): AiErrorKind {
  if (error instanceof AnswerLate) return 'timeout';
  return error instanceof AnswerTooLarge || error instanceof RequestTooLarge ? 'too_large' : 'unreachable';
}

/** A form is serialized by the process's own `Request`: the undici package only supports its own forms. */
async function bodyOf(url: string, init: RequestInit | undefined) {
  const headers: Record<string, string> = Object.fromEntries(new Headers(init?.headers));
  if (!(init?.body instanceof FormData)) return { headers, body: typeof init?.body === 'string' ? init.body : null };
  const written = new Request(url, { method: 'POST', body: init.body });
  const type = written.headers.get('content-type') ?? '';
  return { headers: { ...headers, 'content-type': type }, body: Buffer.from(await written.arrayBuffer()) };
}

function asResponse({ status, headers, text }: WireAnswer): Response {
  const pairs = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().map((one): [string, string] => [name, one]),
  );
  const hasBody = status !== 204 && status !== 205 && status !== 304;
  return new Response(hasBody ? text : null, { status, headers: pairs });
}

/**
 * Requests of one call over the agent that enforces the egress rules, with one deadline and {@link MAX_ANSWER_BYTES}
 * for all of them: the library itself sends more requests while a model is not done. Follows no redirect.
 */
export function makeGuardedFetch(
  dispatcher: Dispatcher,
  { timeoutMs, signal }: { timeoutMs: number; signal?: AbortSignal | undefined },
): GuardedFetch {
  const endsAtMs = performance.now() + timeoutMs;
  let answer: WireAnswer | null = null;
  let failure: AiErrorKind | null = null;
  let bytesLeft = MAX_ANSWER_BYTES;
  let requestsLeft = MAX_REQUESTS;
  return {
    answer: () => answer,
    failure: () => failure,
    async fetch(input, init) {
      const url = String(input);
      answer = null;
      try {
        if (requestsLeft-- <= 0) throw new AnswerTooLarge();
        const { headers, body } = await bodyOf(url, init);
        if (Buffer.byteLength(body ?? '') > MAX_REQUEST_BYTES) throw new RequestTooLarge();
        const leftMs = Math.max(0, endsAtMs - performance.now());
        const request = { method: 'POST' as const, headers, body };
        const {
          statusCode,
          headers: reported,
          body: bytes,
        } = await exchange(dispatcher, targetOf(url), request, {
          timeoutMs: leftMs,
          maxBytes: bytesLeft,
          signal,
        });
        bytesLeft -= bytes.length;
        answer = { status: statusCode, headers: reported, text: bytes.toString('utf8') };
      } catch (error) {
        failure = kindOf(error);
        throw error;
      }
      return asResponse(answer);
    },
  };
}
