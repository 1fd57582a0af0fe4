import { AppError } from '@parley/common/errors';
import { deviceIdOf, type LinkedDevice } from '../domain/linked-device.ts';

/** The device behind a wd connection of a tenant that has not been removed. Errors: not_connected. */
export async function findLinked(
  find: (tenantId: number, id: number) => Promise<LinkedDevice | null>,
  tenantId: number,
  externalId: string,
): Promise<LinkedDevice> {
  const id = deviceIdOf(externalId);
  const device = id === null ? null : await find(tenantId, id);
  if (!device || device.state.status === 'deleted') throw new AppError('not_connected');
  return device;
}
