import type { DeviceSocket } from '../devices/device-network.rules.ts';
import { type HeldDevice, isHeld } from '../leases/held-device.client.ts';
import type { PairingService } from '../service.ts';
import { writeLimitsChecked } from './health.store.ts';
import { isLookDue } from './quota.rules.ts';

const ANSWER_WITHIN_MS = 10_000;

/**
 * Asks the network for the limits of one account that was not asked for lately; true if there was one, and there may be
 * more. A stop waits for one question at most.
 */
export async function checkLimits(service: PairingService): Promise<boolean> {
  for (const held of service.devices.byId.values()) {
    const socket = dueSocketOf(service, held);
    if (!socket) continue;
    await askLimits(service, held, socket);
    return true;
  }
  return false;
}

/** The open socket of a device that is due; null otherwise. */
function dueSocketOf({ now }: PairingService, held: HeldDevice): DeviceSocket | null {
  const { limitsCheckedAtMs: checkedAtMs, connectedAtMs } = held;
  if (!isHeld(held) || !held.device.state.isPaired || !isLookDue({ checkedAtMs, connectedAtMs }, now().getTime()))
    return null;
  return held.connection.openSocket();
}

/** A refused or unanswered question is asked again when the next look is due: reports of the network itself still count. */
async function askLimits({ now, rawDatabase }: PairingService, held: HeldDevice, socket: DeviceSocket): Promise<void> {
  const at = now();
  held.limitsCheckedAtMs = at.getTime();
  if (!(await socket.askLimits(Date.now() + ANSWER_WITHIN_MS))) return;
  await held.limitsStored;
  await writeLimitsChecked(rawDatabase.prisma, held.device, at);
}
