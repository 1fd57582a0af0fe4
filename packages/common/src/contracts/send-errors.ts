import type { ErrorCode } from '../errors/error-catalogue.ts';
import { IDEMPOTENCY_ERRORS } from './idempotency-errors.ts';

/** Errors of a call that reaches the provider of any channel. */
export const PROVIDER_ERRORS = [
  'graph_error',
  'telegram_error',
  'tiktok_error',
  'device_error',
  'provider_timeout',
] as const satisfies readonly ErrorCode[];

/** Errors of a send on any channel, from a key, a member or a bot. */
export const SEND_ERRORS = [
  'insufficient_balance',
  'not_connected',
  'no_existing_conversation',
  'opted_out',
  'marketing_limited',
  'account_restricted',
  'paced',
  ...IDEMPOTENCY_ERRORS,
  ...PROVIDER_ERRORS,
] as const satisfies readonly ErrorCode[];
