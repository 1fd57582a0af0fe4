import { releaseDevices } from '../leases/drop-device.steps.ts';
import { handleDeviceEvent } from '../leases/handle-device-event.steps.ts';
import { isHeld, isWanted, mayClaim } from '../leases/held-device.client.ts';
import { holdDevice } from '../leases/hold-device.steps.ts';
import { claimExpiredSessions } from '../leases/lease.store.ts';
import { readProcessClocks } from '../leases/this-worker.client.ts';
import type { PairingService } from '../service.ts';

const BATCH = 50;

/**
 * Ends expired unpaired sessions, here and without a holder; returns whether there may be more. Separate from renewals,
 * which must not be delayed.
 */
export async function expireSessions(service: PairingService): Promise<boolean> {
  await expireHeld(service);
  if (!mayClaim(service.devices)) return false;
  const askedAt = readProcessClocks();
  const claimed = await claimExpiredSessions(service.rawDatabase, service.holder, BATCH);
  const over = claimed.map((one) => holdDevice(service, one, askedAt));
  for (const held of over) await handleDeviceEvent(service, held, { kind: 'checked' });
  await releaseDevices(service, over);
  return over.length === BATCH;
}

/** Ends expired sessions that this worker holds, and releases its idle devices. */
async function expireHeld(service: PairingService): Promise<void> {
  const all = [...service.devices.byId.values()].filter(isHeld);
  const now = service.now();
  for (const held of all) {
    const { isPaired, expiresAt } = held.device.state;
    if (!isPaired && expiresAt <= now) await handleDeviceEvent(service, held, { kind: 'checked' });
  }
  const idle = all.filter((held) => isHeld(held) && !isWanted(held) && held.uses.size === 0);
  await releaseDevices(service, idle);
}
