import type { Dispatcher } from 'undici';
import { AnswerLate, AnswerTooLarge, exchange, targetOf } from '../exchange.ts';
import type { AiErrorKind } from './ai-error.ts';
import type { WireAnswer } from './classify-answer.ts';

/** The most that is read of all answers of one call. */
export const MAX_ANSWER_BYTES = 1024 * 1024;
/** What the strictest provider takes; images and recordings are in it. */
export const MAX_REQUEST_BYTES = 20 * 1024 * 1024;
const MAX_REQUESTS = 8;

/** The prompt is larger than what is sent. */
class RequestTooLarge extends Error {}

/** A `fetch` for one call of a model, and what came of it: the library's errors hold the prompt, so they are never looked at. */
export interface GuardedFetch {
  fetch: typeof globalThis.fetch;
  /** The last answer, whole; null when there is none. */
  answer(): WireAnswer | null;
  /** Why there is none. */
  failure(): AiErrorKind | null;
}

function kindOf(error: unknown): AiErrorKind {
  if (error instanceof AnswerLate) return 'timeout';
  return error instanceof AnswerTooLarge || error instanceof RequestTooLarge ? 'too_large' : 'unreachable';
}

/** A form is written out by the process's own `Request`: undici of the package knows its own forms only. */
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
 * Requests of one call over the agent that holds the egress rules, with one deadline and {@link MAX_ANSWER_BYTES} for all of them:
 * the library asks again by itself where a model is not done. Follows no redirect.
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
