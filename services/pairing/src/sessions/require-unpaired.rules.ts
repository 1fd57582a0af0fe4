import { AppError } from '@parley/common/errors';
import type { LinkedDevice } from '../devices/linked-device.rules.ts';
import { UNPAIRED } from '../leases/device-state.rules.ts';

/** Throws unless a phone may be linked to the session. Errors: already_connected, unknown_session. */
export function requireUnpaired({ state }: LinkedDevice, now: Date): void {
  if (state.isPaired)
    throw new AppError('already_connected', { message: 'This session is linked to a phone already.' });
  if (state.status === 'deleted') throw new AppError('unknown_session', { message: 'This session is deleted.' });
  const isWaiting = UNPAIRED.includes(state.status);
  if (state.status === 'expired' || (isWaiting && state.expiresAt <= now))
    throw new AppError('unknown_session', { message: 'This session has expired; create another one.' });
}
