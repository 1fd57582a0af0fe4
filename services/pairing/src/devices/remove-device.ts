import { verb } from '@parley/bus/verb';
import { removeDevice as contract } from '@parley/common/contracts/internal/remove-device';
import { routeToHolder } from '../leases/route-to-holder.steps.ts';
import type { PairingService } from '../service.ts';
import { findLinkedDevice, removeHeldDevice } from './device.steps.ts';

/** Removes a linked device of a tenant. Errors: not_connected, service_unavailable. */
export const removeDevice = verb(contract, async (service: PairingService, input, context) => {
  const device = await findLinkedDevice(service, input.tenantId, input.externalId);
  return routeToHolder(service, device.id, contract, input, context, async (held) => {
    await removeHeldDevice(service, held, input.reason);
    return { id: input.externalId };
  });
});
