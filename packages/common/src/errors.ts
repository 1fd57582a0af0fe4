import { messageOfRefusal } from './errors/account-refusals.ts';
import { ERROR_CATALOGUE, type ErrorCode } from './errors/error-catalogue.ts';

/** One field that is missing or invalid (docs/reference/requests.md#fields). */
export interface FieldProblem {
  field: string;
  code: string;
  message: string;
}

/** The provider's own error (docs/reference/errors.md#provider-errors); `message` is unchanged. */
export interface ProviderProblem {
  name: 'graph' | 'telegram' | 'tiktok' | 'device';
  status: number | null;
  code: number | string | null;
  /** The platform's own finer code, where it has one (graph). */
  subcode?: number;
  message: string;
  trace_id?: string;
}

export interface ErrorExtras {
  message?: string;
  details?: FieldProblem[];
  provider?: ProviderProblem;
  /** Seconds. */
  retry_after?: number;
  /** Methods for the `Allow` header of 405. */
  allow?: string[];
  /** Further members of the body, such as `templates` on 409 no_existing_conversation. */
  body?: Record<string, unknown>;
  cause?: unknown;
}

/** The only error that leaves a verb: a code of the catalogue and the details that the caller needs. */
export class AppError extends Error {
  readonly code: ErrorCode | FieldErrorCode;
  readonly extras: Omit<ErrorExtras, 'message' | 'cause'>;

  constructor(code: ErrorCode | FieldErrorCode, extras: ErrorExtras = {}) {
    const { message, cause, ...rest } = extras;
    super(message ?? describe(code), { cause });
    this.name = 'AppError';
    this.code = code;
    this.extras = rest;
  }

  get status(): number {
    return statusOf(this.code, this.extras.details);
  }
}

/**
 * `missing_<field>` or `invalid_<field>`: derived from the field's path, not listed individually
 * (docs/reference/requests.md#fields).
 */
export type FieldErrorCode = `missing_${string}` | `invalid_${string}`;

/**
 * HTTP status of an error. A field error is 400, even when its code equals an entry of the catalogue: `invalid_api_key`
 * is 401 for the caller's own key, and 400 for a field `api_key`.
 */
export const statusOf = (code: string, details?: readonly FieldProblem[]): number =>
  details ? 400 : (entryOf(code)?.status ?? 400);

const entryOf = (code: string) =>
  Object.hasOwn(ERROR_CATALOGUE, code) ? ERROR_CATALOGUE[code as ErrorCode] : undefined; // safe: own key checked

/** How to fix an error; null for a code of a field and for one that is not in the catalogue. */
export const adviceOn = (code: string): string | null => entryOf(code)?.advice ?? null;

const describe = (code: string): string => entryOf(code)?.message ?? code;

const REFUSAL_CODES = {
  graph: 'graph_error',
  telegram: 'telegram_error',
  tiktok: 'tiktok_error',
  device: 'device_error',
} as const satisfies Record<ProviderProblem['name'], ErrorCode>;

/** The error code of a provider's own refusal (docs/reference/errors.md#provider-errors). */
export const refusalCodeOf = ({ name }: Pick<ProviderProblem, 'name'>) => REFUSAL_CODES[name];

/** A provider's own refusal: 502 with its message, and what helps, unless another is given (docs/reference/errors.md#provider-errors). */
export const refusedByProvider = (
  provider: ProviderProblem,
  { message = messageOfRefusal(provider), cause }: Pick<ErrorExtras, 'message' | 'cause'> = {},
): AppError => new AppError(refusalCodeOf(provider), { message, provider, cause });

/** A 400 about fields: the top-level code is the first problem's (docs/reference/requests.md#fields). */
export function fieldError(problems: [FieldProblem, ...FieldProblem[]]): AppError {
  const [first] = problems;
  return new AppError(first.code as FieldErrorCode, { message: first.message, details: problems }); // safe: problems carry field codes
}

/** A 400 about one field: `invalidField('from', '…')`. */
export function invalidField(field: string, message: string): AppError {
  return fieldError([{ field, code: `invalid_${field.replaceAll('.', '_')}`, message }]);
}

/** An error on the bus. */
export interface ErrorBody {
  error: string;
  message: string;
  details?: FieldProblem[];
  provider?: ProviderProblem;
  retry_after?: number;
}

/** An error over HTTP (docs/reference/errors.md#error-body); some codes have additional members. */
export interface HttpErrorBody extends ErrorBody {
  ok: false;
  /** Address of the code's description, on this installation. */
  doc_url?: string;
  request_id: string;
}
