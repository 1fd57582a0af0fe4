import { AppError } from '@parley/common/errors';
import type { LinkedDevice } from '../domain/linked-device.ts';
import type { PairingService } from '../service.ts';
import { findPage } from './find-page.ts';

/**
 * The session of a hosted page that may link a phone now. Errors: unknown_session, already_connected,
 * tenant_inactive.
 */
export async function findOpenPage(service: PairingService, token: string): Promise<LinkedDevice> {
  const { device, stage } = await findPage(service, token);
  if (stage === 'paused') throw new AppError('tenant_inactive');
  if (stage === 'over') throw new AppError('unknown_session', { message: 'This link is over.' });
  if (stage !== 'open') throw new AppError('already_connected');
  return device;
}
