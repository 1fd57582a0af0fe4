import type { ErrorBody, ErrorCode } from './api/models.ts';

/** The base class of every error that the SDK throws, except an abort by the caller's signal. */
export class ParleyError extends Error {
  override readonly name: string = 'ParleyError';
}

/** The answer of an API that refused a call. The list of codes, with advice, is in docs/errors of Parley. */
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
    super(body.message ?? `Parley answered with HTTP status ${status}.`);
    this.status = status;
    this.code = body.error ?? 'unexpected_answer';
    this.body = body;
    this.requestId = body.request_id ?? headers.get('x-request-id');
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
