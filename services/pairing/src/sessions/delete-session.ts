import { verb } from '@parley/bus/verb';
import { callerOf } from '@parley/common/call-context';
import { deleteSession as contract } from '@parley/common/contracts/sessions/delete-session';
import type { OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { withIdempotencyKey } from '@parley/messaging/idempotency/with-idempotency-key';
import { removeHeldDevice } from '../devices/device.steps.ts';
import { externalIdOf } from '../devices/linked-device.rules.ts';
import { routeToHolder } from '../leases/route-to-holder.steps.ts';
import type { PairingService } from '../service.ts';
import { findNamedSession } from './find-session.steps.ts';

type Output = OutputOf<typeof contract>;

/**
 * Deletes a session, with the device that it linked (docs/reference/sessions.md#deleting). Errors: not_connected,
 * service_unavailable.
 */
export const deleteSession = verb(contract, async (service: PairingService, input, context) => {
  const device = await findNamedSession(service, callerOf(context).tenantId, input);
  if (!device) throw new AppError('not_connected');
  const answer: Output = { ok: true, channel: 'wd', id: externalIdOf(device), status: 'disconnected' };
  if (device.state.status === 'deleted')
    return withIdempotencyKey(service.answers, contract, context, async () => answer);
  return routeToHolder(service, device.id, contract, input, context, (held) =>
    withIdempotencyKey(service.answers, contract, context, async () => {
      await removeHeldDevice(service, held, 'api');
      return answer;
    }),
  );
});
