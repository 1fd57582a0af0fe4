import type { CallContext } from '@parley/common/call-context';
import {
  type DeviceGroupAct,
  type DeviceGroupOutcome,
  manageDeviceGroup,
} from '@parley/common/contracts/internal/manage-device-group';
import { Replayed } from '@parley/common/messages/replayed';
import { chooseDevice } from '../devices/choose-device.steps.ts';
import { actOnHeld } from '../leases/act-on-held.steps.ts';
import type { HeldDevice } from '../leases/held-device.client.ts';
import { routeToHolder } from '../leases/route-to-holder.steps.ts';
import type { PairingService } from '../service.ts';
import { groupError, isFailure } from './group.rules.ts';

/** The outcomes of each act that was done. */
type Done<T extends DeviceGroupAct['type']> = Extract<
  DeviceGroupOutcome,
  {
    outcome: {
      list: 'listed';
      get: 'group';
      create: 'created';
      update: 'group';
      members: 'people';
      invite: 'invite';
      join: 'joined';
      requests: 'requests';
      decide: 'people';
      leave: 'done';
    }[T];
  }
>;

/** Acts on groups of the linked phone of the caller that `from` names, and returns the outcome, failures included. */
export async function tryOnGroups(
  service: PairingService,
  context: CallContext,
  from: string | undefined,
  act: DeviceGroupAct,
): Promise<DeviceGroupOutcome> {
  const { tenantId, externalId, deviceId } = await chooseDevice(service, context, from);
  const input = { tenantId, externalId, act };
  const outcome = await routeToHolder(service, deviceId, manageDeviceGroup, input, context, (held) =>
    actOnHeldGroups(service, held, act, context.deadlineAt),
  );
  return outcome instanceof Replayed ? outcome.output : outcome;
}

/**
 * As {@link tryOnGroups}, and returns only what was done. Errors: invalid_from, not_connected, unknown_group,
 * not_group_admin, rate_limited, those of the network.
 */
export async function actOnGroups<A extends DeviceGroupAct>(
  service: PairingService,
  context: CallContext,
  from: string | undefined,
  act: A,
): Promise<Done<A['type']>> {
  const outcome = await tryOnGroups(service, context, from, act);
  if (isFailure(outcome)) throw groupError(outcome);
  return outcome as Done<A['type']>; // safe: the client answers each act with its own outcome, or with a failure
}

/** Acts on groups of a device that this worker holds. */
export const actOnHeldGroups = (
  service: PairingService,
  held: HeldDevice,
  act: DeviceGroupAct,
  deadlineAt: number,
): Promise<DeviceGroupOutcome> =>
  actOnHeld<DeviceGroupOutcome>(service, held, {
    name: `group_${act.type}`,
    deadlineAt,
    perform: (socket, deadline) => socket.manageGroup(act, deadline),
    refuse: (message) => ({ outcome: 'refused', status: null, message }),
  });
