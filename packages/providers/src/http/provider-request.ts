import type { ProviderProblem } from '@parley/common/errors';
import { type Dispatcher, FormData } from 'undici';
import { EgressError } from '../egress/egress-policy.ts';
import { LookupError } from '../egress/lookup-error.ts';
import { providerAgent } from '../egress/provider-agent.ts';
import { AnswerLate, exchange, targetOf } from './exchange.ts';
import { readRetryAfter } from './read-retry-after.ts';
import { StreamedForm } from './streamed-form.ts';

/** A provider's answer; `body` is undefined when it is not JSON. */
export interface ProviderAnswer {
  status: number;
  body: unknown;
  retryAfterMs: number | null;
  headers?: Readonly<Record<string, string | string[] | undefined>>;
}

/** A call without an answer. With `notSent` the request was certainly not sent: no connection was made. */
export class ProviderSilent extends Error {
  readonly notSent: boolean;
  constructor(message: string, notSent: boolean, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ProviderSilent';
    this.notSent = notSent;
  }
}

export interface ProviderRequest {
  method: 'GET' | 'POST' | 'DELETE';
  headers?: Record<string, string>;
  /**
   * Sent as JSON, except bytes (unchanged), URLSearchParams (as a form), FormData and StreamedForm (as multipart, which
   * may contain files).
   */
  body?: unknown;
  timeoutMs: number;
  dispatcher?: Dispatcher | undefined;
}

const MAX_ANSWER_BYTES = 4 * 1024 * 1024;
const NEVER_CONNECTED = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A body as it is sent, with its content type; null: the caller sets it, undici does, or there is no body. */
function encode(body: unknown) {
  if (body === undefined) return { content: undefined, type: null };
  if (body instanceof Uint8Array || body instanceof FormData) return { content: body, type: null };
  if (body instanceof StreamedForm) return { content: body.stream(), type: body.contentType };
  if (body instanceof URLSearchParams) return { content: body.toString(), type: 'application/x-www-form-urlencoded' };
  return { content: JSON.stringify(body), type: 'application/json' };
}

/**
 * One call with a total deadline. Errors never contain the URL, because Telegram's contains the bot's token.
 * Throws {@link ProviderSilent}.
 */
export async function callProvider(
  url: string,
  { method, headers, body, timeoutMs, dispatcher = providerAgent() }: ProviderRequest,
): Promise<ProviderAnswer> {
  const { content, type } = encode(body);
  const request = {
    method,
    headers: { accept: 'application/json', ...(type === null ? {} : { 'content-type': type }), ...headers },
    ...(content === undefined ? {} : { body: content }),
  };
  try {
    const answer = await exchange(dispatcher, targetOf(url), request, { timeoutMs, maxBytes: MAX_ANSWER_BYTES });
    return {
      status: answer.statusCode,
      body: parseJson(answer.body.toString('utf8')),
      retryAfterMs: readRetryAfter(answer.headers['retry-after'], new Date()),
      headers: answer.headers,
    };
  } catch (error) {
    if (error instanceof LookupError)
      throw new ProviderSilent(`The provider’s name could not be looked up (${error.code}).`, true);
    if (error instanceof EgressError) throw new ProviderSilent(error.message, true);
    const code = codeOf(error) || codeOf(error instanceof Error ? error.cause : undefined);
    if (NEVER_CONNECTED.has(code)) throw new ProviderSilent(`The provider could not be reached (${code}).`, true);
    throw new ProviderSilent(
      error instanceof AnswerLate
        ? `The provider did not answer in ${timeoutMs} ms.`
        : `The connection to the provider broke (${code || 'closed'}).`,
      false,
    );
  }
}

/** A missing answer as the `provider` of an error body. */
export const silentProblem = (name: ProviderProblem['name'], error: ProviderSilent): ProviderProblem => ({
  name,
  status: null,
  code: null,
  message: error.message,
});
