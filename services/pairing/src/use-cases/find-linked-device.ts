import { AppError } from '@parley/common/errors';
import { deviceIdOf, type LinkedDevice } from '../domain/linked-device.ts';
import type { PairingService } from '../service.ts';
import { findDevice } from '../storage/device-store.ts';

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
