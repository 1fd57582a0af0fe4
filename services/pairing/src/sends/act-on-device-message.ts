import { verb } from '@parley/bus/verb';
import {
  actOnDeviceMessage as contract,
  type DeviceAct,
  type DeviceActOutcome,
} from '@parley/common/contracts/internal/act-on-device-message';
import { findLinkedDevice } from '../devices/device.steps.ts';
import { type HeldDevice, isWanted, openSocketOf } from '../leases/held-device.client.ts';
import { routeToHolder } from '../leases/route-to-holder.steps.ts';
import type { PairingService } from '../service.ts';
import { notHandedOver, toActOutcome } from './send.rules.ts';

/** Acts from a linked device (docs/reference/wd.md#acts). Errors: not_connected, service_unavailable. */
export const actOnDeviceMessage = verb(contract, async (service: PairingService, input, context) => {
  const device = await findLinkedDevice(service, input.tenantId, input.externalId);
  return routeToHolder(service, device.id, contract, input, context, (held) =>
    actFromDevice(service, held, input.act, context.deadlineAt),
  );
});

/** Time reserved for returning the answer. */
const MARGIN_MS = 500;

/** Performs an act of a device that this worker holds. */
async function actFromDevice(
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
