import type { PairingService } from '../service.ts';
import { REPLACED_GRACE_MS, WANTED } from './device-state.rules.ts';
import { handleDeviceEvent } from './handle-device-event.steps.ts';
import { type HeldDevice, mayClaim } from './held-device.client.ts';
import { holdDevice } from './hold-device.steps.ts';
import { claimDeviceById, releaseLeases } from './lease.store.ts';
import { readProcessClocks } from './process-clocks.client.ts';

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

/** Resumes a device that was just claimed; the connection is opened within this time. */
export function startDevice(service: PairingService, held: HeldDevice, spreadMs: number): void {
  const { status, reason, replacedAt, isPaired } = held.device.state;
  if (!WANTED.includes(status)) return;
  // A shown code belongs to a connection that has ended.
  if (!isPaired) return void handleDeviceEvent(service, held, { kind: 'closed', reason: 'pairing_ended' });
  const graceMs =
    reason === 'replaced' && replacedAt
      ? Math.max(0, replacedAt.getTime() + REPLACED_GRACE_MS - service.now().getTime())
      : 0;
  held.connection.connect(graceMs + Math.random() * spreadMs);
}
