import type { ErrorBody, ErrorCode } from './api/models.ts';

/** The base class of every error that the SDK throws, except an abort by the caller's signal. */
export class ParleyError extends Error {
  override readonly name: string = 'ParleyError';
}

/** An option or argument with which no call can be made. It is thrown before the first attempt, and never retried. */
export class ConfigurationError extends ParleyError {
  override readonly name = 'ConfigurationError';
}

/**
 * The answer of an API that refused a call. The message ends with the code, the HTTP status and the id of the request;
 * `body.message` is the message alone. The list of codes, with advice, is in docs/errors of Parley.
 */
export class ApiError extends ParleyError {
  override readonly name = 'ApiError';
  /** HTTP status. */
  readonly status: number;
  /** `unexpected_answer`: something in front of Parley answered, without the error body of the API. */
  readonly code: ErrorCode | 'unexpected_answer';
  /** The whole body, with members that only this error has, such as `templates` of `no_existing_conversation`. */
  readonly body: Partial<ErrorBody> & Readonly<Record<string, unknown>>;
  /** Id of the request, for reports of problems. */
  readonly requestId: string | null;
  /** Seconds to wait; on 429 and 503. */
  readonly retryAfter: number | null;

  constructor(status: number, body: ApiError['body'], headers: Headers) {
    const code = body.error ?? 'unexpected_answer';
    const requestId = body.request_id ?? headers.get('x-request-id');
    const place = [code, `HTTP ${status}`, ...(requestId === null ? [] : [requestId])].join(', ');
    const page = typeof body.doc_url === 'string' ? ` See ${body.doc_url}` : '';
    super(`${body.message ?? `Parley answered with HTTP status ${status}.`} (${place})${page}`);
    this.status = status;
    this.code = code;
    this.body = body;
    this.requestId = requestId;
    this.retryAfter = body.retry_after ?? readRetryAfter(headers);
  }

  /** The missing and invalid fields; empty for other errors. */
  get details(): NonNullable<ErrorBody['details']> {
    return this.body.details ?? [];
  }

  /** The platform's own error; null if the platform gave none. */
  get provider(): ErrorBody['provider'] | null {
    return this.body.provider ?? null;
  }

  /** Address of the page with advice on the code; null if Parley gave none. */
  get docUrl(): string | null {
    const { doc_url: page } = this.body;
    return typeof page === 'string' ? page : null;
  }

  /** Whether an error is an ApiError with this code. */
  static is(error: unknown, code: ErrorCode | 'unexpected_answer'): error is ApiError {
    return error instanceof ApiError && error.code === code;
  }
}

/** There was no answer: the connection failed. */
export class ConnectionError extends ParleyError {
  override readonly name = 'ConnectionError';
}

/** There was no answer in time. The outcome is unknown: repeat a send only with the same idempotency key. */
export class TimeoutError extends ParleyError {
  override readonly name = 'TimeoutError';
}

/** Seconds of a `Retry-After` header, which is a number or a date; null without one. */
function readRetryAfter(headers: Headers): number | null {
  const value = headers.get('retry-after');
  if (value === null) return null;
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : null;
}
