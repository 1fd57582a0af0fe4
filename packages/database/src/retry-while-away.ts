import { setTimeout as pause } from 'node:timers/promises';
import { isDatabaseUnavailable } from './sql.ts';

const AGAIN_AFTER_MS = 200;

/** Does it again while the database is away and `mayRetry` says so; then, and on any other error, throws. */
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
