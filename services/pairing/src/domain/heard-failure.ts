import { AppError } from '@parley/common/errors';
import { isRefusedBySql } from '@parley/database/isolate-refused';
import { isDatabaseUnavailable } from '@parley/database/sql';
import { LeaseLost } from './device-lease.ts';

/** Of the moment: another part is away or busy. */
const MOMENTARY: ReadonlySet<string> = new Set(['service_unavailable', 'provider_timeout', 'rate_limited']);
/** A bug may be about the item and may be about anything else: tried so often before the item is taken for its cause. */
const TRIES_OF_A_BUG = 10;

/**
 * Whether what a device heard failed to be stored because of its content: the same attempt would fail again. `tries` counts
 * attempts in a row that failed.
 */
export function isRefusedForGood(error: unknown, tries: number): boolean {
  if (error instanceof LeaseLost || isDatabaseUnavailable(error)) return false;
  if (isRefusedBySql(error)) return true;
  if (error instanceof AppError && MOMENTARY.has(error.code)) return false;
  if (error instanceof AppError && error.code !== 'internal_error') return true;
  return tries >= TRIES_OF_A_BUG;
}
