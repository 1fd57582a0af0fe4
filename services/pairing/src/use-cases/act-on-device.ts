import { type CallContext, callerOf } from '@parley/common/call-context';
import { pairPageCode, pairPageQr } from '@parley/common/contracts/internal/pair-page';
import { removeDevice } from '@parley/common/contracts/internal/remove-device';
import { sendDeviceMessage } from '@parley/common/contracts/internal/send-device-message';
import { deleteSession } from '@parley/common/contracts/sessions/delete-session';
import { pairCode } from '@parley/common/contracts/sessions/pair-code';
import { sessionQr } from '@parley/common/contracts/sessions/session-qr';
import type { InputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import type { Once } from '@parley/messaging/with-idempotency-key';
import { deviceIdOf, externalIdOf, type LinkedDevice } from '../domain/linked-device.ts';
import { pairingDigits } from '../domain/pairing-phone.ts';
import type { DeviceRunner } from './device-runner.ts';
import type { LinkDevice } from './link-device.ts';
import type { PairPageUseCase } from './pair-page.ts';
import type { RouteToHolder } from './route-to-holder.ts';
import type { SendDeviceMessage } from './send-device-message.ts';
import type { FindForRemoval, FindSession } from './sessions.ts';

export interface ActOnDeviceDeps {
  findSession: FindSession;
  findForRemoval: FindForRemoval;
  findDevice(tenantId: number, id: number): Promise<LinkedDevice | null>;
  page: Pick<PairPageUseCase, 'findOpen'>;
  route: RouteToHolder;
  /** Stored by the worker that holds the device, not by the worker that received the request. */
  once: Once;
  link: LinkDevice;
  send: SendDeviceMessage;
}

const RETRY_AFTER_SECONDS = 1;

/**
 * Removes a device that this worker holds: logs out at the network, deletes its keys, disconnects its channel
 * (docs/reference/sessions.md#deleting).
 */
async function removeHere(runner: DeviceRunner, by: 'api' | 'dashboard'): Promise<void> {
  await runner.handle({ kind: 'deleted', by });
  if (runner.device().state.status !== 'deleted')
    throw new AppError('service_unavailable', { retry_after: RETRY_AFTER_SECONDS });
}

/**
 * Actions on one device, by the worker that holds its connection. Each finds the device and is routed to its holder.
 */
export function makeActOnDevice({
  findSession,
  findForRemoval,
  findDevice,
  page,
  route,
  once,
  ...deps
}: ActOnDeviceDeps) {
  /** The device behind a wd connection of a tenant that has not been removed. Errors: not_connected. */
  async function findLinked(tenantId: number, externalId: string): Promise<LinkedDevice> {
    const id = deviceIdOf(externalId);
    const device = id === null ? null : await findDevice(tenantId, id);
    if (!device || device.state.status === 'deleted') throw new AppError('not_connected');
    return device;
  }

  return {
    async pairCode(input: InputOf<typeof pairCode>, context: CallContext) {
      const digits = pairingDigits(input.phone);
      const device = await findSession(callerOf(context).tenantId, input.sessionToken);
      return route(device.id, pairCode, input, context, (runner) =>
        once(pairCode, () => deps.link.pairCode(runner, digits, context.deadlineAt))(input, context),
      );
    },

    async sessionQr(input: InputOf<typeof sessionQr>, context: CallContext) {
      const device = await findSession(callerOf(context).tenantId, input.sessionToken);
      return route(device.id, sessionQr, input, context, (runner) => deps.link.sessionQr(runner, context.deadlineAt));
    },

    async pairPageQr(input: InputOf<typeof pairPageQr>, context: CallContext) {
      const device = await page.findOpen(input.token);
      return route(device.id, pairPageQr, input, context, (runner) => deps.link.sessionQr(runner, context.deadlineAt));
    },

    async pairPageCode(input: InputOf<typeof pairPageCode>, context: CallContext) {
      const digits = pairingDigits(input.phone);
      const device = await page.findOpen(input.token);
      return route(device.id, pairPageCode, input, context, (runner) =>
        deps.link.pairCode(runner, digits, context.deadlineAt),
      );
    },

    async deleteSession(input: InputOf<typeof deleteSession>, context: CallContext) {
      const device = await findForRemoval(callerOf(context).tenantId, input);
      const answer = { ok: true, channel: 'wd', id: externalIdOf(device), status: 'disconnected' } as const;
      const removeOnce = (remove: () => Promise<void>) =>
        once(deleteSession, async () => {
          await remove();
          return answer;
        })(input, context);
      if (device.state.status === 'deleted') return removeOnce(async () => {});
      return route(device.id, deleteSession, input, context, (runner) => removeOnce(() => removeHere(runner, 'api')));
    },

    async removeDevice(input: InputOf<typeof removeDevice>, context: CallContext) {
      const device = await findLinked(input.tenantId, input.externalId);
      return route(device.id, removeDevice, input, context, async (runner) => {
        await removeHere(runner, input.reason);
        return { id: input.externalId };
      });
    },

    async send(input: InputOf<typeof sendDeviceMessage>, context: CallContext) {
      const device = await findLinked(input.tenantId, input.externalId);
      return route(device.id, sendDeviceMessage, input, context, (runner) =>
        deps.send(runner, input, context.deadlineAt),
      );
    },
  };
}
