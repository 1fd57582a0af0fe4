import { verb } from '@parley/bus/verb';
import { startMoveIn as contract } from '@parley/common/contracts/operator/move-in';
import { handleDeviceEvent } from '../leases/handle-device-event.steps.ts';
import { routeToHolder } from '../leases/route-to-holder.steps.ts';
import type { PairingService } from '../service.ts';
import { moveInStateOf, notInState, showMoveIn } from './move-in.rules.ts';
import { findNamedMoveIn } from './move-in.steps.ts';

/**
 * Connects a copied device (docs/reference/sessions.md#moved-devices); a repeat changes nothing. Errors: unknown_tenant,
 * unknown_move_in, service_unavailable.
 */
export const startMoveIn = verb(contract, async (service: PairingService, input, context) => {
  const moved = await findNamedMoveIn(service, input);
  const state = moveInStateOf(moved.state);
  if (state === 'starting' || state === 'moved') return showMoveIn(moved);
  if (state !== 'waiting') throw notInState(state);
  return routeToHolder(service, moved.id, contract, input, context, async (held) => {
    await handleDeviceEvent(service, held, { kind: 'started' });
    return showMoveIn({ ...moved, state: held.device.state });
  });
});
