import { AppError } from '@parley/common/errors';
import { findDevice, findDeviceByToken } from '../devices/device.store.ts';
import { deviceIdOf, type LinkedDevice } from '../devices/linked-device.rules.ts';
import type { PairingRecords } from '../records.ts';
import { hashToken } from './session.rules.ts';

/** A session by its token, or by the id of its channel. */
export interface SessionName {
  sessionToken?: string | undefined;
  id?: string | undefined;
}

/** A session of the tenant, even a deleted one; null when there is none. */
export async function findNamedSession(
  { database }: Pick<PairingRecords, 'database'>,
  tenantId: number,
  { sessionToken, id: externalId }: SessionName,
): Promise<LinkedDevice | null> {
  if (sessionToken !== undefined) return findDeviceByToken(database.prisma, tenantId, hashToken(sessionToken));
  const id = externalId === undefined ? null : deviceIdOf(externalId);
  return id === null ? null : findDevice(database, tenantId, id);
}

/** The same. Errors: unknown_session. */
export async function findSession(
  service: Pick<PairingRecords, 'database'>,
  tenantId: number,
  name: SessionName,
): Promise<LinkedDevice> {
  const device = await findNamedSession(service, tenantId, name);
  if (device) return device;
  throw name.sessionToken === undefined
    ? new AppError('unknown_session', { message: 'There is no session with this id.' })
    : new AppError('unknown_session');
}
