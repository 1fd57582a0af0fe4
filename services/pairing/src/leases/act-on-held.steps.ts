import type { DeviceSocket } from '../devices/device-network.rules.ts';
import type { PairingService } from '../service.ts';
import { type HeldDevice, isWanted, openSocketOf } from './held-device.client.ts';

/** Time reserved for returning the answer. */
const MARGIN_MS = 500;

interface HeldAct<Outcome> {
  /** In the metrics. */
  name: string;
  /** The caller's deadline, in ms since the epoch. */
  deadlineAt: number;
  perform(socket: DeviceSocket, deadline: number): Promise<Outcome>;
  /** The outcome of an act that never reached the network. */
  refuse(message: string): Outcome;
}

/** Performs an act of a device that this worker holds, over its open connection. */
export async function actOnHeld<Outcome extends { outcome: string }>(
  { metrics }: Pick<PairingService, 'metrics'>,
  held: HeldDevice,
  { name, deadlineAt, perform, refuse }: HeldAct<Outcome>,
): Promise<Outcome> {
  const deadline = deadlineAt - MARGIN_MS;
  if (!isWanted(held) || !held.device.state.isPaired) return refuse('The device is not linked to a phone.');
  const socket = await openSocketOf(held, deadline);
  if (!socket) return refuse('The device is not connected to the network now.');
  const outcome = await perform(socket, deadline);
  metrics.acts.inc({ act: name, outcome: outcome.outcome });
  return outcome;
}
