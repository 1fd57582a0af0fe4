import type { ErrorCode } from '../errors/error-catalogue.ts';
import { IDEMPOTENCY_ERRORS } from './idempotency-errors.ts';
import { PROVIDER_ERRORS } from './send-errors.ts';

/** Errors of an action that reaches the provider without sending a message (docs/reference/sends.md#acts). */
export const ACT_ERRORS = [
  'channel_not_allowed',
  'unsupported_content',
  'not_connected',
  ...IDEMPOTENCY_ERRORS,
  ...PROVIDER_ERRORS,
] as const satisfies readonly ErrorCode[];
