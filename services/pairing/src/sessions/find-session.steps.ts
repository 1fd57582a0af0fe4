import { AppError } from '@parley/common/errors';
import { findDeviceByToken } from '../devices/device.store.ts';
import type { LinkedDevice } from '../devices/linked-device.rules.ts';
import type { PairingRecords } from '../records.ts';
import { hashToken } from './session.rules.ts';

/** The session of a token. Errors: unknown_session. */
export async function findSession(
  { database }: Pick<PairingRecords, 'database'>,
  tenantId: number,
  token: string,
): Promise<LinkedDevice> {
  const device = await findDeviceByToken(database.prisma, tenantId, hashToken(token));
  if (!device) throw new AppError('unknown_session');
  return device;
}
