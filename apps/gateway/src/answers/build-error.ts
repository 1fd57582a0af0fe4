import { AppError, type HttpErrorBody } from '@parley/common/errors';
import { pageOfError } from '@parley/common/errors/error-pages';

const DEFAULT_RETRY_AFTER_S = 1;

/** The HTTP answer of an error: status, headers and body (docs/reference/errors.md#error-body). */
export interface ErrorAnswer {
  status: number;
  code: string;
  headers: Record<string, string>;
  body: HttpErrorBody;
}

const asAppError = (error: unknown): AppError =>
  error instanceof AppError ? error : new AppError('internal_error', { cause: error });

/** Seconds after which a retry makes sense, for the statuses that carry it (docs/reference/errors.md#error-body). */
function retryAfterOf(error: AppError): number | undefined {
  if (error.status !== 429 && error.status !== 503) return undefined;
  return Math.max(1, Math.ceil(error.extras.retry_after ?? DEFAULT_RETRY_AFTER_S));
}

/** The facts of a request that its error needs. */
export interface FailedRequest {
  id: string;
  /** Address of the page with all error codes; null while the server does not know it. */
  errorPage: string | null;
}

/** The body for an error (docs/reference/errors.md#error-body). */
export function buildErrorBody(thrown: unknown, { id, errorPage }: FailedRequest): HttpErrorBody {
  const error = asAppError(thrown);
  const { details, provider, body } = error.extras;
  const retryAfter = retryAfterOf(error);
  const fromProvider = error.status === 502 || error.status === 504;
  // Order as in the reference; empty members are left out.
  return {
    ok: false,
    error: error.code,
    message: error.message,
    ...(details && details.length > 0 ? { details } : {}),
    ...(fromProvider && provider ? { provider } : {}),
    ...(retryAfter === undefined ? {} : { retry_after: retryAfter }),
    ...body,
    ...(errorPage === null ? {} : { doc_url: pageOfError(errorPage, error.code) }),
    request_id: id,
  };
}

/** Maps an error to its answer: the only place where codes become HTTP (docs/reference/errors.md#error-body). */
export function buildError(thrown: unknown, request: FailedRequest): ErrorAnswer {
  const error = asAppError(thrown);
  const { allow } = error.extras;
  const retryAfter = retryAfterOf(error);
  return {
    status: error.status,
    code: error.code,
    headers: {
      ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }),
      ...(allow ? { allow: allow.join(', ') } : {}),
      ...(error.status === 401 ? { 'www-authenticate': 'Bearer' } : {}),
    },
    body: buildErrorBody(error, request),
  };
}
