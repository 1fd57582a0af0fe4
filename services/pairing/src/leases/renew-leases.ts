import type { PairingService } from '../service.ts';
import { dropDevice, dropStaleDevices } from './drop-device.steps.ts';
import { extendLeases } from './lease.store.ts';
import { readProcessClocks } from './this-worker.client.ts';

/** Renews the leases of all held devices well before they end, and drops the devices that are not this worker's. */
export async function renewLeases(service: PairingService): Promise<void> {
  dropStaleDevices(service);
  const all = [...service.devices.byId.values()];
  const askedAt = readProcessClocks();
  const leases = all.map(({ lease }) => lease);
  const extended = await extendLeases(service.rawDatabase, service.holder, leases);
  for (const held of all) {
    if (extended.has(held.lease.deviceId)) held.clock.renewed(askedAt);
    else dropDevice(service, held);
  }
}
