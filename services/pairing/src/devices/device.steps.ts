import { AppError } from '@parley/common/errors';
import { handleDeviceEvent } from '../leases/handle-device-event.steps.ts';
import type { HeldDevice } from '../leases/held-device.client.ts';
import type { PairingService } from '../service.ts';
import { findDevice } from './device.store.ts';
import { deviceIdOf, type LinkedDevice } from './linked-device.rules.ts';

/** The device behind a wd connection of a tenant that has not been removed. Errors: not_connected. */
export async function findLinkedDevice(
  { database }: Pick<PairingService, 'database'>,
  tenantId: number,
  externalId: string,
): Promise<LinkedDevice> {
  const id = deviceIdOf(externalId);
  const device = id === null ? null : await findDevice(database, tenantId, id);
  if (!device || device.state.status === 'deleted') throw new AppError('not_connected');
  return device;
}

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
