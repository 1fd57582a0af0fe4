import type { DeviceGroupOutcome } from '@parley/common/contracts/internal/manage-device-group';
import { failureOf } from '../network/acks.client.ts';

/** The code with which the network refused a query; null for any other error. The library keeps it as the data of its error. */
export const networkCodeOf = (error: unknown): number | null =>
  error instanceof Error && 'isBoom' in error && 'data' in error && typeof error.data === 'number' ? error.data : null;

/** The outcome of an act that the network refused or did not answer. */
export function groupFailureOf(error: unknown): Extract<DeviceGroupOutcome, { outcome: 'refused' | 'unknown' }> {
  const code = networkCodeOf(error);
  const message = error instanceof Error ? error.message : String(error);
  if (code !== null) return { outcome: 'refused', status: code, message };
  const failure = failureOf(error);
  return failure.kind === 'unknown'
    ? { outcome: 'unknown', message }
    : { outcome: 'refused', status: failure.status, message };
}
