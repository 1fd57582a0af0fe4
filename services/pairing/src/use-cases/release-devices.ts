import type { HeldDevice } from '../adapters/held-device.ts';
import type { PairingService } from '../service.ts';
import { releaseLeases } from '../storage/lease-store.ts';
import { stopDevice } from './stop-device.ts';

/** Stops devices that no longer need a socket, and releases their leases. */
export async function releaseDevices(service: PairingService, idle: readonly HeldDevice[]): Promise<void> {
  if (idle.length === 0) return;
  const { byId } = service.devices;
  await Promise.all(idle.map(stopDevice));
  for (const held of idle) if (byId.get(held.lease.deviceId) === held) byId.delete(held.lease.deviceId);
  const leases = idle.map(({ lease }) => lease);
  await releaseLeases(service.rawDatabase, service.holder, leases);
}
