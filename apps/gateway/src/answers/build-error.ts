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

/** Seconds after which a retry makes sense: of every 429 and 503, and where it is known (docs/reference/errors.md#error-body). */
function retryAfterOf({ status, extras }: AppError): number | undefined {
  const always = status === 429 || status === 503 ? DEFAULT_RETRY_AFTER_S : undefined;
  const seconds = extras.retry_after ?? always;
  return seconds && Math.max(1, Math.ceil(seconds));
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
