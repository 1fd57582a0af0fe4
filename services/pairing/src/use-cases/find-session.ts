import { AppError } from '@parley/common/errors';
import type { LinkedDevice } from '../domain/linked-device.ts';
import { hashToken } from '../domain/session-token.ts';
import type { PairingRecords } from '../records.ts';
import { findDeviceByToken } from '../storage/device-store.ts';

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
