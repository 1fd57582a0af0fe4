import type { CallContext } from '@parley/common/call-context';
import { removeDevice as contract } from '@parley/common/contracts/internal/remove-device';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import type { Replayed } from '@parley/common/replayed';
import type { PairingService } from '../service.ts';
import { findLinkedDevice } from './find-linked-device.ts';
import { removeHeldDevice } from './remove-held-device.ts';
import { routeToHolder } from './route-to-holder.ts';

type Output = OutputOf<typeof contract>;

/** Removes a linked device of a tenant. Errors: not_connected, service_unavailable. */
export async function removeDevice(
  service: PairingService,
  input: InputOf<typeof contract>,
  context: CallContext,
): Promise<Output | Replayed<Output>> {
  const device = await findLinkedDevice(service, input.tenantId, input.externalId);
  return routeToHolder(service, device.id, contract, input, context, async (held) => {
    await removeHeldDevice(service, held, input.reason);
    return { id: input.externalId };
  });
}
