import { setTimeout as pause } from 'node:timers/promises';
import { isDatabaseUnavailable } from '../sql.ts';

const AGAIN_AFTER_MS = 200;

/**
 * Retries while the database is unavailable and `mayRetry` allows it; after that, and on any other error, it throws.
 */
export async function retryWhileAway<T>(work: () => Promise<T>, mayRetry: () => boolean): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isDatabaseUnavailable(error) || !mayRetry()) throw error;
      await pause(AGAIN_AFTER_MS);
    }
  }
}
