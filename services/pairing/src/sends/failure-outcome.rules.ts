import type { DeviceSendOutcome } from '@parley/common/contracts/internal/send-device-message';
import type { DeviceSent } from '../devices/device-network.rules.ts';

type Failure = Exclude<DeviceSendOutcome, { outcome: 'accepted' }>;

/** The outcome of a message or an act that was not handed to the network. */
export const notHandedOver = (message: string, code: string | null = null): Failure => ({
  outcome: 'refused',
  status: null,
  code,
  message,
  safeToRetry: false,
  retryAfterMs: null,
});

/** The outcome of a message or an act that the network did not confirm, on the bus. */
export function failureOutcome(failure: Exclude<DeviceSent, { kind: 'accepted' }>): Failure {
  if (failure.kind === 'unknown') return { outcome: 'unknown', code: null, message: failure.message };
  const { status, code, message, isTransient } = failure;
  return { outcome: 'refused', status, code, message, safeToRetry: isTransient, retryAfterMs: null };
}
