import { waitAtMost } from '@parley/runtime/turns/wait-at-most';
import type { PairingService } from '../service.ts';
import type { HeldDevice } from './held-device.client.ts';
import { releaseLeases } from './lease.store.ts';

/** Stops using a device at once: another worker may hold it by now. */
export function dropDevice({ devices, metrics, logger }: PairingService, held: HeldDevice): void {
  if (held.isGone) return;
  held.isGone = true;
  held.inbound.stop();
  void held.connection.close();
  const { deviceId } = held.lease;
  if (devices.byId.get(deviceId) === held) devices.byId.delete(deviceId);
  if (devices.isStopping) return;
  metrics.leasesLost.inc();
  logger.warn('device.lease-lost', { device_id: deviceId }, 'The lease of a device ended: its connection is closed.');
}

/** Drops devices whose lease has ended by this worker's own clocks, so that it works without the database too. */
export function dropStaleDevices(service: PairingService): void {
  for (const held of [...service.devices.byId.values()]) if (!held.clock.isGood()) dropDevice(service, held);
}

/** Stops devices that no longer need a socket, and releases their leases. */
export async function releaseDevices(service: PairingService, idle: readonly HeldDevice[]): Promise<void> {
  if (idle.length === 0) return;
  const { byId } = service.devices;
  await Promise.all(idle.map(stopDevice));
  for (const held of idle) if (byId.get(held.lease.deviceId) === held) byId.delete(held.lease.deviceId);
  const leases = idle.map(({ lease }) => lease);
  await releaseLeases(service.rawDatabase, service.holder, leases);
}

const WITHIN_MS = 5000;

/** Finishes running requests, forwards received items and closes; then the lease can be released. */
export async function stopDevice(held: HeldDevice): Promise<void> {
  await waitAtMost(Promise.all([...held.uses, held.inbound.drained()]), WITHIN_MS);
  held.isGone = true;
  held.inbound.stop();
  await waitAtMost(held.connection.close(), WITHIN_MS);
  await waitAtMost(held.settled, WITHIN_MS);
}
