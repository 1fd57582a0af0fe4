import type { PairPage } from '@parley/common/contracts/internal/pair-page';
import { AppError } from '@parley/common/errors';
import { findDevice, isTenantActive } from '../devices/device.store.ts';
import type { LinkedDevice } from '../devices/linked-device.rules.ts';
import type { PairingRecords } from '../records.ts';
import { readPairToken, stageOf } from './pair-page.rules.ts';

/**
 * The session of a hosted page, and what its page does now. An inactive tenant cannot link a phone
 * (docs/reference/console.md#inactive-workspaces). Errors: unknown_session.
 */
export async function findPage(
  { cipher, database, now }: Pick<PairingRecords, 'cipher' | 'database' | 'now'>,
  token: string,
): Promise<{ device: LinkedDevice; stage: PairPage['stage'] }> {
  const named = readPairToken(cipher, token);
  const device = named && (await findDevice(database, named.tenantId, named.id));
  if (!device) throw new AppError('unknown_session');
  const stage = stageOf(device, now());
  const isPaused = stage === 'open' && !(await isTenantActive(database.prisma, device.tenantId));
  return { device, stage: isPaused ? 'paused' : stage };
}

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
