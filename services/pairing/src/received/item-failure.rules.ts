import { AppError } from '@parley/common/errors';
import { isRefusedBySql } from '@parley/database/isolate-refused';
import { isDatabaseUnavailable } from '@parley/database/sql';
import { LeaseLost } from '../leases/device-lease.rules.ts';

/** Temporary errors: another part is unavailable or busy. */
const MOMENTARY: ReadonlySet<string> = new Set(['service_unavailable', 'provider_timeout', 'rate_limited']);
/** Attempts after which an unexpected error is attributed to the item. */
const TRIES_OF_A_BUG = 10;

/**
 * Whether a received item cannot be stored because of its content, so that a retry fails again. `tries` is the number
 * of consecutive failures.
 */
export function isRefusedForGood(error: unknown, tries: number): boolean {
  if (error instanceof LeaseLost || isDatabaseUnavailable(error)) return false;
  if (isRefusedBySql(error)) return true;
  if (error instanceof AppError && MOMENTARY.has(error.code)) return false;
  if (error instanceof AppError && error.code !== 'internal_error') return true;
  return tries >= TRIES_OF_A_BUG;
}
