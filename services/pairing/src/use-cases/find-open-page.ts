import { AppError } from '@parley/common/errors';
import type { LinkedDevice } from '../domain/linked-device.ts';
import type { PairingRecords } from '../records.ts';
import { findPage } from './find-page.ts';

/**
 * The session of a hosted page that may link a phone now. Errors: unknown_session, already_connected,
 * tenant_inactive.
 */
export async function findOpenPage(
  records: Pick<PairingRecords, 'cipher' | 'database' | 'now'>,
  token: string,
): Promise<LinkedDevice> {
  const { device, stage } = await findPage(records, token);
  if (stage === 'paused') throw new AppError('tenant_inactive');
  if (stage === 'over') throw new AppError('unknown_session', { message: 'This link is over.' });
  if (stage !== 'open') throw new AppError('already_connected');
  return device;
}
