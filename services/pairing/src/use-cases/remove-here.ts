import { AppError } from '@parley/common/errors';
import type { DeviceRunner } from './device-runner.ts';

const RETRY_AFTER_SECONDS = 1;

/**
 * Removes a device that is held here: logged out at the network, its keys wiped, its channel's end told
 * (docs/reference/sessions.md#deleting).
 */
export async function removeHere(runner: DeviceRunner, by: 'api' | 'dashboard'): Promise<void> {
  await runner.handle({ kind: 'deleted', by });
  if (runner.device().state.status !== 'deleted')
    throw new AppError('service_unavailable', { retry_after: RETRY_AFTER_SECONDS });
}
