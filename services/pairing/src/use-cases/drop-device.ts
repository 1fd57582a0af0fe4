import type { HeldDevice } from '../adapters/held-device.ts';
import type { PairingService } from '../service.ts';

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
