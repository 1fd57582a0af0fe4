import type { CallContext } from '@parley/common/call-context';
import { sendDeviceMessage as contract } from '@parley/common/contracts/internal/send-device-message';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import type { Replayed } from '@parley/common/replayed';
import type { PairingService } from '../service.ts';
import { findLinkedDevice } from './find-linked-device.ts';
import { routeToHolder } from './route-to-holder.ts';
import { sendFromDevice } from './send-from-device.ts';

type Output = OutputOf<typeof contract>;

/** Sends a message from a linked device (docs/reference/wd.md#sending). Errors: not_connected, service_unavailable. */
export async function sendDeviceMessage(
  service: PairingService,
  input: InputOf<typeof contract>,
  context: CallContext,
): Promise<Output | Replayed<Output>> {
  const device = await findLinkedDevice(service, input.tenantId, input.externalId);
  return routeToHolder(service, device.id, contract, input, context, (held) =>
    sendFromDevice(service, held, input, context.deadlineAt),
  );
}
