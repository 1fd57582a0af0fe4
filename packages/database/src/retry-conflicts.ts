import { sqlState } from './sql.ts';

const MAX_TRIES = 5;

/**
 * Whether PostgreSQL rolled a transaction back because of concurrent ones: deadlock (40P01) or serialization failure
 * (40001).
 */
export const isConflict = (error: unknown): boolean => sqlState(error)?.startsWith('40') ?? false;

/** Retries a transaction that PostgreSQL rolled back because of concurrent ones; the fifth failure is thrown. */
export async function retryConflicts<T>(work: () => Promise<T>, isRetried = isConflict): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (!isRetried(error) || tries >= MAX_TRIES) throw error;
    }
  }
}
