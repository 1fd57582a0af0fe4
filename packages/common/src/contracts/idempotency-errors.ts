import type { ErrorCode } from '../errors/error-catalogue.ts';

/** Errors of an operation that heeds an Idempotency-Key (docs/reference/requests.md#idempotency-key). */
export const IDEMPOTENCY_ERRORS = [
  'idempotency_in_progress',
  'idempotency_mismatch',
] as const satisfies readonly ErrorCode[];
