import { sqlState } from './sql.ts';

const MAX_TRIES = 5;

/** Whether PostgreSQL rolled a transaction back because of others at the same moment: deadlock victim (40P01), serialization failure (40001). */
export const isConflict = (error: unknown): boolean => sqlState(error)?.startsWith('40') ?? false;

/** Retries a transaction that was rolled back because of others at the same moment; the fifth time its error is thrown. */
export async function retryConflicts<T>(work: () => Promise<T>, isRetried = isConflict): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (!isRetried(error) || tries >= MAX_TRIES) throw error;
    }
  }
}
