import { type HeldDevice, mayClaim } from '../adapters/held-device.ts';
import { readProcessClocks } from '../adapters/process-clocks.ts';
import type { PairingService } from '../service.ts';
import { claimDeviceById, releaseLeases } from '../storage/lease-store.ts';
import { holdDevice } from './hold-device.ts';
import { startDevice } from './start-device.ts';

/** Claims and starts one free device; null when another worker holds it. */
export async function claimDevice(service: PairingService, deviceId: number): Promise<HeldDevice | null> {
  const { devices, rawDatabase, holder } = service;
  if (!mayClaim(devices)) return null;
  const askedAt = readProcessClocks();
  const claimed = await claimDeviceById(rawDatabase, holder, deviceId);
  if (!claimed) return null;
  if (!mayClaim(devices)) {
    await releaseLeases(rawDatabase, holder, [claimed.lease]);
    return null;
  }
  const held = holdDevice(service, claimed, askedAt);
  startDevice(service, held, 0);
  return held;
}
