import type { PairingService } from '../service.ts';
import { dropDevice } from './drop-device.steps.ts';

/** Drops devices whose lease has ended by this worker's own clocks, so that it works without the database too. */
export function dropStaleDevices(service: PairingService): void {
  for (const held of [...service.devices.byId.values()]) if (!held.clock.isGood()) dropDevice(service, held);
}
