import type { DeviceAct, DeviceActOutcome } from '@parley/common/contracts/internal/act-on-device-message';
import { type HeldDevice, isWanted, openSocketOf } from '../adapters/held-device.ts';
import { toActOutcome } from '../domain/device-act.ts';
import { notHandedOver } from '../domain/failure-outcome.ts';
import type { PairingService } from '../service.ts';

/** Time reserved for returning the answer. */
const MARGIN_MS = 500;

/** Performs an act of a device that this worker holds. */
export async function actFromDevice(
  service: PairingService,
  held: HeldDevice,
  act: DeviceAct,
  deadlineAt: number,
): Promise<DeviceActOutcome> {
  const deadline = deadlineAt - MARGIN_MS;
  if (!isWanted(held) || !held.device.state.isPaired) return notHandedOver('The device is not linked to a phone.');
  const socket = await openSocketOf(held, deadline);
  if (!socket) return notHandedOver('The device is not connected to the network now.');
  const outcome = toActOutcome(await socket.act(act, deadline));
  service.metrics.acts.inc({ act: act.type, outcome: outcome.outcome });
  return outcome;
}
