import { sqlState } from '../sql.ts';

const MAX_TRIES = 5;

/** Thrown inside a transaction that must run again: others changed what it had read without a lock. */
export class TransactionConflict extends Error {
  override readonly name: string = 'TransactionConflict';
}

/**
 * Whether a transaction failed because of concurrent ones: PostgreSQL rolled it back for a deadlock (40P01) or a
 * serialization failure (40001), or it found the conflict itself.
 */
export const isConflict = (error: unknown): boolean =>
  error instanceof TransactionConflict || (sqlState(error)?.startsWith('40') ?? false);

/** Retries a transaction that failed because of concurrent ones; the fifth failure is thrown. */
export async function retryConflicts<T>(work: () => Promise<T>, isRetried = isConflict): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (!isRetried(error) || tries >= MAX_TRIES) throw error;
    }
  }
}
