import { type CallContext, callerOf } from '@parley/common/call-context';
import { deleteSession as contract } from '@parley/common/contracts/sessions/delete-session';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import type { Replayed } from '@parley/common/replayed';
import { withIdempotencyKey } from '@parley/messaging/with-idempotency-key';
import { deviceIdOf, externalIdOf, type LinkedDevice } from '../domain/linked-device.ts';
import { hashToken } from '../domain/session-token.ts';
import type { PairingService } from '../service.ts';
import { findDevice, findDeviceByToken } from '../storage/device-store.ts';
import { removeHeldDevice } from './remove-held-device.ts';
import { routeToHolder } from './route-to-holder.ts';

type Output = OutputOf<typeof contract>;

/** The device to remove, by token or id; it may be removed already. */
async function findForRemoval(
  { database }: PairingService,
  tenantId: number,
  { sessionToken, id: externalId }: InputOf<typeof contract>,
): Promise<LinkedDevice> {
  const id = externalId === undefined ? null : deviceIdOf(externalId);
  const device =
    sessionToken !== undefined
      ? await findDeviceByToken(database.prisma, tenantId, hashToken(sessionToken))
      : id === null
        ? null
        : await findDevice(database, tenantId, id);
  if (!device) throw new AppError('not_connected');
  return device;
}

/**
 * Deletes a session, with the device that it linked (docs/reference/sessions.md#deleting). Errors: not_connected,
 * service_unavailable.
 */
export async function deleteSession(
  service: PairingService,
  input: InputOf<typeof contract>,
  context: CallContext,
): Promise<Output | Replayed<Output>> {
  const device = await findForRemoval(service, callerOf(context).tenantId, input);
  const answer: Output = { ok: true, channel: 'wd', id: externalIdOf(device), status: 'disconnected' };
  if (device.state.status === 'deleted')
    return withIdempotencyKey(service.answers, contract, context, async () => answer);
  return routeToHolder(service, device.id, contract, input, context, (held) =>
    withIdempotencyKey(service.answers, contract, context, async () => {
      await removeHeldDevice(service, held, 'api');
      return answer;
    }),
  );
}
