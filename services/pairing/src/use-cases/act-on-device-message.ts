import type { CallContext } from '@parley/common/call-context';
import { actOnDeviceMessage as contract } from '@parley/common/contracts/internal/act-on-device-message';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import type { Replayed } from '@parley/common/replayed';
import type { PairingService } from '../service.ts';
import { actFromDevice } from './act-from-device.ts';
import { findLinkedDevice } from './find-linked-device.ts';
import { routeToHolder } from './route-to-holder.ts';

type Output = OutputOf<typeof contract>;

/** Acts from a linked device (docs/reference/wd.md#acts). Errors: not_connected, service_unavailable. */
export async function actOnDeviceMessage(
  service: PairingService,
  input: InputOf<typeof contract>,
  context: CallContext,
): Promise<Output | Replayed<Output>> {
  const device = await findLinkedDevice(service, input.tenantId, input.externalId);
  return routeToHolder(service, device.id, contract, input, context, (held) =>
    actFromDevice(service, held, input.act, context.deadlineAt),
  );
}
