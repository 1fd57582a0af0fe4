import type { DeviceActOutcome } from '@parley/common/contracts/internal/act-on-device-message';
import type { DeviceActed } from './device-network.ts';

/** The outcome of an act that did not reach the network. */
export const notActed = (message: string): DeviceActOutcome => ({
  outcome: 'refused',
  status: null,
  code: null,
  message,
  safeToRetry: false,
  retryAfterMs: null,
});

/** The outcome of an act at the network, on the bus. */
export function toActOutcome(acted: DeviceActed): DeviceActOutcome {
  switch (acted.kind) {
    case 'done':
      return { outcome: 'done' };
    case 'checked':
      return { outcome: 'checked', checks: acted.checks };
    case 'paced':
      return { outcome: 'paced', retryAfterMs: acted.retryAfterMs };
    case 'unknown':
      return { outcome: 'unknown', code: null, message: acted.message };
    case 'refused': {
      const { status, code, message, isTransient } = acted;
      return { outcome: 'refused', status, code, message, safeToRetry: isTransient, retryAfterMs: null };
    }
  }
}
