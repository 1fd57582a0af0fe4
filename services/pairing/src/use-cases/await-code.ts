import { AppError } from '@parley/common/errors';
import type { ShownQr } from '../adapters/device-connection.ts';
import type { HeldDevice } from '../adapters/held-device.ts';
import { deviceError } from '../domain/device-error.ts';
import type { DeviceSocket } from '../domain/device-network.ts';
import { requireUnpaired } from '../domain/require-unpaired.ts';
import type { PairingService } from '../service.ts';
import { handleDeviceEvent } from './handle-device-event.ts';

const RETRY_AFTER_SECONDS = 2;
/** Time reserved for returning the code. */
const MARGIN_MS = 1500;

/**
 * Waits for a connection that offers codes, until shortly before the request's deadline or for `waitMs`. Errors:
 * unknown_session, already_connected, device_error, service_unavailable.
 */
export async function awaitCode(
  service: PairingService,
  held: HeldDevice,
  deadlineAt: number,
  waitMs = Number.POSITIVE_INFINITY,
): Promise<{ qr: ShownQr; socket: DeviceSocket }> {
  const deadline = Math.min(Date.now() + waitMs, deadlineAt - MARGIN_MS);
  requireUnpaired(held.device, service.now());
  await handleDeviceEvent(service, held, { kind: 'pairing_asked' });
  const found = await held.connection.untilQr(deadline);
  await held.settled;
  const { state } = held.device;
  if (state.isPaired) throw new AppError('already_connected');
  if (found) return found;
  if (state.status === 'failed' || state.status === 'created')
    throw deviceError(`The network did not give a code (${state.reason ?? 'no reason'}).`, state.reason);
  throw new AppError('service_unavailable', {
    message: 'The network has not given a code yet.',
    retry_after: RETRY_AFTER_SECONDS,
  });
}
