import { verb } from '@parley/bus/verb';
import {
  actOnDeviceMessage as contract,
  type DeviceActOutcome,
} from '@parley/common/contracts/internal/act-on-device-message';
import { findLinkedDevice } from '../devices/device.steps.ts';
import { actOnHeld } from '../leases/act-on-held.steps.ts';
import { routeToHolder } from '../leases/route-to-holder.steps.ts';
import type { PairingService } from '../service.ts';
import { notHandedOver, toActOutcome } from './send.rules.ts';

/** Acts from a linked device (docs/reference/wd.md#acts). Errors: not_connected, service_unavailable. */
export const actOnDeviceMessage = verb(contract, async (service: PairingService, input, context) => {
  const device = await findLinkedDevice(service, input.tenantId, input.externalId);
  return routeToHolder(service, device.id, contract, input, context, (held) =>
    actOnHeld<DeviceActOutcome>(service, held, {
      name: input.act.type,
      deadlineAt: context.deadlineAt,
      perform: async (socket, deadline) => toActOutcome(await socket.act(input.act, deadline)),
      refuse: notHandedOver,
    }),
  );
});
