import type { DeviceActOutcome } from '@parley/common/contracts/internal/act-on-device-message';
import type { DeviceActed } from '../devices/device-network.rules.ts';
import { failureOutcome } from './failure-outcome.rules.ts';

/** The outcome of an act at the network, on the bus. */
export function toActOutcome(acted: DeviceActed): DeviceActOutcome {
  switch (acted.kind) {
    case 'done':
      return { outcome: 'done' };
    case 'checked':
      return { outcome: 'checked', checks: acted.checks };
    case 'paced':
      return { outcome: 'paced', retryAfterMs: acted.retryAfterMs };
    default:
      return failureOutcome(acted);
  }
}
