import { VERSION } from './api/version.ts';
import { makeCallSignal } from './call-signal.ts';
import { makeUserAgent, readApiKey, readBaseUrl, readIdempotencyKey } from './configuration.ts';
import { ApiError, ConnectionError, type ParleyError, TimeoutError } from './errors.ts';
import { wait } from './wait.ts';

export interface ClientOptions {
  /** `{origin}/{tenant}/api/messaging/` of the account. Default: `PARLEY_BASE_URL` of the environment. */
  baseUrl?: string | undefined;
  /** A key of the account. It is a secret: a browser must not hold it. Default: `PARLEY_API_KEY` of the environment. */
  apiKey?: string | undefined;
  /** Milliseconds that a call may take, including retries. Default 60,000. */
  timeoutMs?: number;
  /** Milliseconds after which an attempt without an answer is repeated, where a repeat is safe. Default 30,000. */
  attemptTimeoutMs?: number;
  /** Retries of a call. Default 3. */
  maxRetries?: number;
  /** Called before the wait for a retry: `onRetry: ({ message }) => console.warn(message)`. Default: nothing. */
  onRetry?: (retry: Retry) => void;
  /** Default: the platform's own. */
  fetch?: typeof fetch;
}

export interface CallOptions {
  /**
   * Makes retries safe for 24 hours. Default for a POST: a new key, the same on every retry. Null sends none, and a call
   * without an answer is then not retried.
   */
  idempotencyKey?: string | null;
  /** Default: the client's. */
  timeoutMs?: number;
  /** Default: the client's. */
  maxRetries?: number;
  /** Aborts the call and its retries. */
  signal?: AbortSignal;
}

/** A retry that is about to be waited for. */
export interface Retry {
  action: string;
  /** Number of the attempt after the wait: 2 for the first retry. */
  attempt: number;
  waitMs: number;
  /** The reason why it is retried: a rate limit, a restart, a failed connection or an attempt without an answer. */
  error: ParleyError;
  /** The same in a sentence. */
  message: string;
}

export type Method = 'GET' | 'POST';
/** Calls an action; resolves to its answer. With a file as the body, the input is in the query. */
export type Call = <Answer>(
  method: Method,
  action: string,
  input: object,
  options?: CallOptions,
  file?: Blob,
) => Promise<Answer>;

const TIMEOUT_MS = 60_000;
/** Longer than the platform's time for a send, of which Parley then reports the outcome. */
const ATTEMPT_TIMEOUT_MS = 30_000;
const MAX_RETRIES = 3;
const FIRST_BACKOFF_MS = 500;
const MAX_BACKOFF_MS = 8000;

/** Exponential backoff with jitter, in milliseconds, so that clients do not retry at the same time. */
export const backoffMs = (repeat: number): number =>
  Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** repeat) * (0.5 + Math.random() / 2);

function addressOf(baseUrl: string, hasQuery: boolean, action: string, input: object): string {
  const url = new URL(action, baseUrl);
  if (hasQuery)
    for (const [name, value] of Object.entries(input))
      if (value !== undefined && value !== null) url.searchParams.set(name, String(value));
  return url.href;
}

/** Deno repeats a request by itself when a connection closes, also one without an idempotency key, unless its body is a stream. */
function bodyOf(input: object, file?: Blob): RequestInit {
  const body = file ?? JSON.stringify(input);
  return 'Deno' in globalThis ? { body: new Blob([body]).stream(), ...{ duplex: 'half' } } : { body };
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** The answer of an action, or the error that it is. */
async function readAnswer<Result>(response: Response): Promise<{ result: Result } | ApiError> {
  const text = await response.text();
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {}
  // safe: the answer of the action's contract
  if (response.ok && isObject(body)) return { result: body as Result };
  return new ApiError(response.status, isObject(body) ? body : {}, response.headers);
}

/** Makes the function that every method of a client calls. Throws ConfigurationError for options that cannot be sent. */
export function makeCall(client: ClientOptions): Call {
  const baseUrl = readBaseUrl(client.baseUrl);
  const agent = makeUserAgent(VERSION);
  const headers = {
    authorization: `Bearer ${readApiKey(client.apiKey)}`,
    accept: 'application/json',
    ...(agent === null ? {} : { 'user-agent': agent }),
  };
  // In browsers and workers, `fetch` throws if it is called as a method of another object.
  const send = client.fetch ?? ((url: string, init: RequestInit) => fetch(url, init));

  /** One attempt within its time; resolves to the result or to the reason why there is none. */
  async function attempt<Result>(address: string, request: RequestInit, limitMs: number, given?: AbortSignal | null) {
    const ending = makeCallSignal(limitMs, given ?? undefined);
    try {
      return await readAnswer<Result>(await send(address, { ...request, signal: ending.signal }));
    } catch (cause) {
      if (ending.isTimedOut()) return new TimeoutError(`There was no answer in ${limitMs} ms.`, { cause });
      return new ConnectionError(`Parley cannot be reached: ${describe(cause)}`, { cause });
    } finally {
      ending.release();
    }
  }

  return async <Result>(method: Method, action: string, input: object, options: CallOptions = {}, file?: Blob) => {
    const { signal } = options;
    const timeoutMs = options.timeoutMs ?? client.timeoutMs ?? TIMEOUT_MS;
    const maxRetries = options.maxRetries ?? client.maxRetries ?? MAX_RETRIES;
    const idempotencyKey = method === 'GET' ? null : readIdempotencyKey(options.idempotencyKey);
    const isRepeatable = method === 'GET' || idempotencyKey !== null;
    const deadline = Date.now() + timeoutMs;
    const request: RequestInit = {
      method,
      // Cloudflare Workers support only `manual` and `follow`, and `follow` could send the key to another host.
      redirect: 'manual',
      headers: {
        ...headers,
        ...(method === 'POST' ? { 'content-type': file ? 'application/octet-stream' : 'application/json' } : {}),
        ...(idempotencyKey === null ? {} : { 'idempotency-key': idempotencyKey }),
      },
    };
    const address = addressOf(baseUrl, method === 'GET' || file !== undefined, action, input);
    let isOutcomeUnknown = false;

    for (let repeat = 0; ; repeat++) {
      const leftMs = Math.max(0, deadline - Date.now());
      // An attempt after which no other may come has all of the time, and so has a file, which may be large.
      const isLast = !isRepeatable || repeat >= maxRetries || file !== undefined;
      const limitMs = isLast ? leftMs : Math.min(leftMs, client.attemptTimeoutMs ?? ATTEMPT_TIMEOUT_MS);
      const sent = method === 'POST' ? { ...request, ...bodyOf(input, file) } : request;
      const failure = await attempt<Result>(address, sent, limitMs, signal);
      if ('result' in failure) return failure.result;
      signal?.throwIfAborted();
      if (failure instanceof TimeoutError && limitMs >= leftMs)
        throw new TimeoutError(`${action} got no answer in ${timeoutMs} ms.`, { cause: failure.cause });
      if (!(failure instanceof ApiError)) isOutcomeUnknown = true;
      // The first attempt of the same call may still be running.
      const isOwnRepeat = isOutcomeUnknown && ApiError.is(failure, 'idempotency_in_progress');
      const mayRepeat = failure instanceof ApiError ? isTemporary(failure) || isOwnRepeat : isRepeatable;
      if (!mayRepeat || repeat >= maxRetries) throw failure;
      const asked = failure instanceof ApiError ? failure.retryAfter : null;
      const waitMs = asked === null ? backoffMs(repeat) : asked * 1000;
      if (Date.now() + waitMs >= deadline) throw failure;
      client.onRetry?.(makeRetry(action, repeat + 2, waitMs, failure));
      await wait(waitMs, signal);
    }
  };
}

const makeRetry = (action: string, attempt: number, waitMs: number, error: ParleyError): Retry => ({
  ...{ action, attempt, waitMs, error },
  message: `${action} waits ${(waitMs / 1000).toFixed(1)} s before attempt ${attempt}: ${error.message}`,
});

const isTemporary = ({ status }: ApiError): boolean => status === 429 || status === 503;

/** The reason of a failed connection is in the cause of fetch's error. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
