import { countDevices } from '../devices/device.store.ts';
import type { PairingService } from '../service.ts';

/** Sets the gauges of devices: those of all workers, and those that this worker holds. */
export async function readGauges({ rawDatabase, metrics, devices, now }: PairingService): Promise<void> {
  const { byStatus, silent, restricted } = await countDevices(rawDatabase, now());
  metrics.devices.reset();
  for (const [status, count] of byStatus) metrics.devices.set({ status }, count);
  metrics.silent.set(silent);
  metrics.restricted.set(restricted);
  metrics.held.set(devices.byId.size);
}
