import type { PairingService } from '../service.ts';
import { devicesToTake } from './device-lease.rules.ts';
import { isWanted, mayClaim } from './held-device.client.ts';
import { holdDevice, startDevice } from './hold-device.steps.ts';
import { beat, claimWantedDevices, releaseLeases } from './lease.store.ts';
import { readProcessClocks } from './this-worker.client.ts';

/**
 * Devices claimed in one round; a gate limits their connections, and the pause between rounds allows new workers to
 * take their share.
 */
const CLAIM_BATCH = 60;
/** Delay between the first connections of claimed devices, and its maximum. */
const SPREAD_A_DEVICE_MS = 30;
const MAX_SPREAD_MS = 1500;

/**
 * Claims this worker's share of the free devices; returns true while devices of a frozen worker may become free without
 * a notification.
 */
export async function takeOverDevices(service: PairingService): Promise<boolean> {
  const { devices, rawDatabase, holder } = service;
  const share = await beat(rawDatabase, holder);
  if (!mayClaim(devices)) return true;
  const mine = [...devices.byId.values()].filter(isWanted).length;
  const room = devicesToTake(share, mine, CLAIM_BATCH);
  if (room > 0) await claimUpTo(service, room);
  return share.workers > 1 || share.wanted > mine;
}

async function claimUpTo(service: PairingService, room: number): Promise<void> {
  const { devices, rawDatabase, holder } = service;
  const askedAt = readProcessClocks();
  const claimed = await claimWantedDevices(rawDatabase, holder, room);
  if (!mayClaim(devices)) {
    const leases = claimed.map(({ lease }) => lease);
    return releaseLeases(rawDatabase, holder, leases);
  }
  const spreadMs = Math.min(MAX_SPREAD_MS, claimed.length * SPREAD_A_DEVICE_MS);
  for (const one of claimed) startDevice(service, holdDevice(service, one, askedAt), spreadMs);
}
