import { type CallSignal, makeCallSignal } from './call-signal.ts';
import { ApiError, ConnectionError, TimeoutError } from './errors.ts';
import { wait } from './wait.ts';

export interface ClientOptions {
  /** `{origin}/{tenant}/api/messaging/` of the account. */
  baseUrl: string;
  /** A key of the account. It is a secret: a browser must not hold it. */
  apiKey: string;
  /** Milliseconds that a call may take, including retries. Default 60,000. */
  timeoutMs?: number;
  /** Retries of a call. Default 3. */
  maxRetries?: number;
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

export type Method = 'GET' | 'POST';
/** Calls an action; resolves to its answer. */
export type Call = <Answer>(method: Method, action: string, input: object, options?: CallOptions) => Promise<Answer>;

interface Asked {
  method: Method;
  action: string;
  input: object;
  options: CallOptions;
}

const TIMEOUT_MS = 60_000;
const MAX_RETRIES = 3;
const FIRST_BACKOFF_MS = 500;
const MAX_BACKOFF_MS = 8000;

/** Exponential backoff with jitter, in milliseconds, so that clients do not retry at the same time. */
export const backoffMs = (repeat: number): number =>
  Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** repeat) * (0.5 + Math.random() / 2);

function addressOf(baseUrl: string, method: Method, action: string, input: object): string {
  const url = new URL(action, baseUrl.endsWith('/') ? baseUrl : `${baseUrl}/`);
  if (method === 'GET')
    for (const [name, value] of Object.entries(input))
      if (value !== undefined && value !== null) url.searchParams.set(name, String(value));
  return url.href;
}

/** Deno repeats a request by itself when a connection closes, also one without an idempotency key, unless its body is a stream. */
function bodyOf(input: object): RequestInit {
  const body = JSON.stringify(input);
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

/** Makes the function that every method of a client calls. */
export function makeCall(client: ClientOptions): Call {
  // In browsers and workers, `fetch` throws if it is called as a method of another object.
  const send = client.fetch ?? ((url: string, init: RequestInit) => fetch(url, init));

  async function callWithin<Result>(
    { signal, isTimedOut }: CallSignal,
    timeoutMs: number,
    { method, action, input, options }: Asked,
  ): Promise<Result> {
    const maxRetries = options.maxRetries ?? client.maxRetries ?? MAX_RETRIES;
    const idempotencyKey = method === 'GET' ? null : makeKey(options.idempotencyKey);
    const isRepeatable = method === 'GET' || idempotencyKey !== null;
    const deadline = Date.now() + timeoutMs;
    const request: RequestInit = {
      method,
      signal,
      // Cloudflare Workers support only `manual` and `follow`, and `follow` could send the key to another host.
      redirect: 'manual',
      headers: {
        authorization: `Bearer ${client.apiKey}`,
        accept: 'application/json',
        ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
        ...(idempotencyKey === null ? {} : { 'idempotency-key': idempotencyKey }),
      },
    };
    const address = addressOf(client.baseUrl, method, action, input);
    let isOutcomeUnknown = false;

    for (let repeat = 0; ; repeat++) {
      const failure = await send(address, method === 'POST' ? { ...request, ...bodyOf(input) } : request)
        .then(readAnswer<Result>)
        .catch((cause: unknown) => new ConnectionError(`Parley cannot be reached: ${describe(cause)}`, { cause }));
      if ('result' in failure) return failure.result;
      options.signal?.throwIfAborted();
      if (isTimedOut()) throw new TimeoutError(`${action} got no answer in ${timeoutMs} ms.`);
      if (failure instanceof ConnectionError) isOutcomeUnknown = true;
      // The first attempt of the same call may still be running.
      const isOwnRepeat = isOutcomeUnknown && ApiError.is(failure, 'idempotency_in_progress');
      const mayRepeat = failure instanceof ApiError ? isTemporary(failure) || isOwnRepeat : isRepeatable;
      if (!mayRepeat || repeat >= maxRetries) throw failure;
      const asked = failure instanceof ApiError ? failure.retryAfter : null;
      const waitMs = asked === null ? backoffMs(repeat) : asked * 1000;
      if (Date.now() + waitMs >= deadline) throw failure;
      await wait(waitMs, options.signal);
    }
  }

  return async <Result>(method: Method, action: string, input: object, options: CallOptions = {}) => {
    const timeoutMs = options.timeoutMs ?? client.timeoutMs ?? TIMEOUT_MS;
    const ending = makeCallSignal(timeoutMs, options.signal);
    try {
      return await callWithin<Result>(ending, timeoutMs, { method, action, input, options });
    } finally {
      ending.release();
    }
  };
}

const isTemporary = ({ status }: ApiError): boolean => status === 429 || status === 503;

const makeKey = (given: string | null | undefined): string | null =>
  given === undefined ? crypto.randomUUID() : given;

/** The reason of a failed connection is in the cause of fetch's error. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
