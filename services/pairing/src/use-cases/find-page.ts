import type { PairPage } from '@parley/common/contracts/internal/pair-page';
import { AppError } from '@parley/common/errors';
import type { LinkedDevice } from '../domain/linked-device.ts';
import { readPairToken, stageOf } from '../domain/pair-page.ts';
import type { PairingRecords } from '../records.ts';
import { findDevice, isTenantActive } from '../storage/device-store.ts';

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
