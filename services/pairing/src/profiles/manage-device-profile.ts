import { verb } from '@parley/bus/verb';
import { manageDeviceProfile as contract } from '@parley/common/contracts/internal/manage-device-profile';
import { findLinkedDevice } from '../devices/device.steps.ts';
import { routeToHolder } from '../leases/route-to-holder.steps.ts';
import type { PairingService } from '../service.ts';
import { actOnHeldProfile } from './profile.steps.ts';

/** Acts on the profile of a linked device (docs/reference/profiles.md). Errors: not_connected, service_unavailable. */
export const manageDeviceProfile = verb(contract, async (service: PairingService, input, context) => {
  const device = await findLinkedDevice(service, input.tenantId, input.externalId);
  return routeToHolder(service, device.id, contract, input, context, (held) =>
    actOnHeldProfile(service, held, input.act, context.deadlineAt),
  );
});
