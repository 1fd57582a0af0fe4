import { verb } from '@parley/bus/verb';
import { releaseMoveIn as contract } from '@parley/common/contracts/operator/move-in';
import { handleDeviceEvent } from '../leases/handle-device-event.steps.ts';
import { routeToHolder } from '../leases/route-to-holder.steps.ts';
import type { PairingService } from '../service.ts';
import { isOfSource, moveInStateOf, notInState, showMoveIn } from './move-in.rules.ts';
import { findNamedMoveIn } from './move-in.steps.ts';

/**
 * Gives a device back to its source: its row and keys are deleted without a logout at the network
 * (docs/reference/sessions.md#moved-devices). A repeat changes nothing. Errors: unknown_tenant, unknown_move_in,
 * service_unavailable.
 */
export const releaseMoveIn = verb(contract, async (service: PairingService, input, context) => {
  const moved = await findNamedMoveIn(service, input);
  const state = moveInStateOf(moved.state);
  if (state === 'released') return showMoveIn(moved);
  if (!isOfSource(state)) throw notInState(state);
  return routeToHolder(service, moved.id, contract, input, context, async (held) => {
    // The login may be stored a moment later: from then on the keys move on.
    if (held.connection.openSocket()) throw notInState('moved');
    await handleDeviceEvent(service, held, { kind: 'released' });
    const after = moveInStateOf(held.device.state);
    if (after !== 'released') throw notInState(after);
    return showMoveIn({ ...moved, state: held.device.state });
  });
});
