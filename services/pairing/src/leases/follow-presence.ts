import { devicesFree } from '@parley/common/hints';
import { retryWhileAway } from '@parley/database/transactions/retry-while-away';
import type { PairingService } from '../service.ts';
import { dropDevice } from './drop-device.steps.ts';
import { mayClaim } from './held-device.client.ts';
import { renewLeases } from './renew-leases.ts';

/** Other workers may take this worker's devices while it does not hold its presence lock. */
export function followPresence(service: PairingService): void {
  service.presence.onLost(() => cutOffDevices(service));
  service.presence.onBack(() => {
    resumeClaims(service).catch((error: unknown) =>
      service.logger.warn(
        'device-leases.confirm-failed',
        { err: error },
        'The leases of devices could not be confirmed.',
      ),
    );
  });
}

/** The presence lock is lost: drops all devices, because other workers may take them from now on. */
function cutOffDevices(service: PairingService): void {
  service.devices.isCutOff = true;
  for (const held of [...service.devices.byId.values()]) dropDevice(service, held);
}

/** The presence lock is held again: confirms which leases this worker still holds. */
async function resumeClaims(service: PairingService): Promise<void> {
  const { devices, bus } = service;
  devices.isCutOff = false;
  devices.goneSince.clear();
  await retryWhileAway(
    () => renewLeases(service),
    () => mayClaim(devices),
  );
  // Devices that became free before this may be waiting for this worker.
  bus.publishHint(devicesFree, {});
}
