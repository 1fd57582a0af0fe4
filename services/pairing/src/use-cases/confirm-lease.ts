import { type HeldDevice, isHeld } from '../adapters/held-device.ts';
import { readProcessClocks } from '../adapters/process-clocks.ts';
import type { PairingService } from '../service.ts';
import { extendLeases } from '../storage/lease-store.ts';

/** Renews the lease of one device if it is still this worker's; returns whether it is. */
export async function confirmLease({ rawDatabase, holder }: PairingService, held: HeldDevice): Promise<boolean> {
  if (!isHeld(held)) return false;
  const askedAt = readProcessClocks();
  const extended = await extendLeases(rawDatabase, holder, [held.lease]);
  if (!extended.has(held.lease.deviceId)) return false;
  held.clock.renewed(askedAt);
  return isHeld(held);
}
