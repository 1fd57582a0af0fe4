import { AppError } from '@parley/common/errors';
import type { HeldDevice } from '../adapters/held-device.ts';
import type { PairingService } from '../service.ts';
import { handleDeviceEvent } from './handle-device-event.ts';

const RETRY_AFTER_SECONDS = 1;

/**
 * Removes a device that this worker holds: logs out at the network, deletes its keys, disconnects its channel
 * (docs/reference/sessions.md#deleting). Errors: service_unavailable.
 */
export async function removeHeldDevice(
  service: PairingService,
  held: HeldDevice,
  by: 'api' | 'dashboard',
): Promise<void> {
  await handleDeviceEvent(service, held, { kind: 'deleted', by });
  if (held.device.state.status !== 'deleted')
    throw new AppError('service_unavailable', { retry_after: RETRY_AFTER_SECONDS });
}
