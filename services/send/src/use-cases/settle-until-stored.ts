import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '@parley/common/errors';
import { isDatabaseUnavailable } from '@parley/prisma/sql';

const GIVE_UP_AFTER_MS = 60_000;
const FIRST_WAIT_MS = 50;
const LONGEST_WAIT_MS = 2000;

/**
 * The provider has answered and must not be asked again: what it said is stored as soon as the database is back. After
 * a minute the sweeper takes over, and the caller learns that the outcome comes later.
 */
export async function settleUntilStored<T>(settle: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + GIVE_UP_AFTER_MS;
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)) {
    try {
      return await settle();
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
      if (Date.now() + waitMs > deadline) throw new AppError('provider_timeout', { cause: error });
      await pause(waitMs);
    }
  }
}
