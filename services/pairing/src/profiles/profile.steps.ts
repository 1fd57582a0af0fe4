import type { CallContext } from '@parley/common/call-context';
import {
  type DeviceProfileAct,
  type DeviceProfileOutcome,
  manageDeviceProfile,
} from '@parley/common/contracts/internal/manage-device-profile';
import { Replayed } from '@parley/common/messages/replayed';
import { chooseDevice } from '../devices/choose-device.steps.ts';
import { actOnHeld } from '../leases/act-on-held.steps.ts';
import type { HeldDevice } from '../leases/held-device.client.ts';
import { routeToHolder } from '../leases/route-to-holder.steps.ts';
import type { PairingService } from '../service.ts';
import { isFailure, profileError } from './profile.rules.ts';

/** The outcomes of each act that was done. */
type Done<T extends DeviceProfileAct['type']> = Extract<
  DeviceProfileOutcome,
  {
    outcome: {
      read: 'profile';
      update: 'done';
      picture: 'picture';
      blocked: 'blocked';
      block: 'done';
      unblock: 'done';
    }[T];
  }
>;

/**
 * Acts on the profile or the block list of the linked phone of the caller that `from` names. Errors: invalid_from,
 * invalid_address, not_connected, rate_limited, those of the network.
 */
export async function actOnProfile<A extends DeviceProfileAct>(
  service: PairingService,
  context: CallContext,
  from: string | undefined,
  act: A,
): Promise<Done<A['type']>> {
  const { tenantId, externalId, deviceId } = await chooseDevice(service, context, from);
  const input = { tenantId, externalId, act };
  const answer = await routeToHolder(service, deviceId, manageDeviceProfile, input, context, (held) =>
    actOnHeldProfile(service, held, act, context.deadlineAt),
  );
  const outcome = answer instanceof Replayed ? answer.output : answer;
  if (isFailure(outcome)) throw profileError(outcome);
  return outcome as Done<A['type']>; // safe: the client answers each act with its own outcome, or with a failure
}

/** Acts on the profile of a device that this worker holds. */
export const actOnHeldProfile = (
  service: PairingService,
  held: HeldDevice,
  act: DeviceProfileAct,
  deadlineAt: number,
): Promise<DeviceProfileOutcome> =>
  actOnHeld<DeviceProfileOutcome>(service, held, {
    name: `profile_${act.type}`,
    deadlineAt,
    perform: (socket, deadline) => socket.manageProfile(act, deadline),
    refuse: (message) => ({ outcome: 'refused', status: null, message }),
  });
