import { type HeldDevice, isHeld } from '../leases/held-device.client.ts';
import type { PairingService } from '../service.ts';
import { writeLimitsChecked } from './health.store.ts';
import { isLookDue } from './quota.rules.ts';

const ANSWER_WITHIN_MS = 10_000;

/** Asks the network, one device after the other, for the limits of accounts that were not asked for lately. */
export async function checkLimits(service: PairingService): Promise<void> {
  for (const held of [...service.devices.byId.values()]) await checkDevice(service, held);
}

/** A refused or unanswered question is asked again when the next look is due: what the network reports itself still counts. */
async function checkDevice(service: PairingService, held: HeldDevice): Promise<void> {
  const { now, rawDatabase } = service;
  const { limitsCheckedAtMs: checkedAtMs, connectedAtMs } = held;
  const socket = isHeld(held) && held.device.state.isPaired ? held.connection.openSocket() : null;
  if (!socket || !isLookDue({ checkedAtMs, connectedAtMs }, now().getTime())) return;
  const at = now();
  held.limitsCheckedAtMs = at.getTime();
  if (!(await socket.askLimits(Date.now() + ANSWER_WITHIN_MS))) return;
  await held.limitsStored;
  await writeLimitsChecked(rawDatabase.prisma, held.device, at);
}
