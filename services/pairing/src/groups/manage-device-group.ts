import { verb } from '@parley/bus/verb';
import { manageDeviceGroup as contract } from '@parley/common/contracts/internal/manage-device-group';
import { findLinkedDevice } from '../devices/device.steps.ts';
import { routeToHolder } from '../leases/route-to-holder.steps.ts';
import type { PairingService } from '../service.ts';
import { actOnHeldGroups } from './group.steps.ts';

/** Acts on groups of a linked device (docs/reference/groups.md). Errors: not_connected, service_unavailable. */
export const manageDeviceGroup = verb(contract, async (service: PairingService, input, context) => {
  const device = await findLinkedDevice(service, input.tenantId, input.externalId);
  return routeToHolder(service, device.id, contract, input, context, (held) =>
    actOnHeldGroups(service, held, input.act, context.deadlineAt),
  );
});
