import { devicesFree } from '@parley/common/hints';
import { retryWhileAway } from '@parley/database/retry-while-away';
import type { PairingService } from '../service.ts';
import { mayClaim } from './held-device.client.ts';
import { renewLeases } from './renew-leases.ts';

/** The presence lock is held again: confirms which leases this worker still holds. */
export async function resumeClaims(service: PairingService): Promise<void> {
  const { devices, bus } = service;
  devices.isCutOff = false;
  devices.goneSince.clear();
  await retryWhileAway(
    () => renewLeases(service),
    () => mayClaim(devices),
  );
  // Devices that became free in the meantime may be waiting for this worker.
  bus.publishHint(devicesFree, {});
}
