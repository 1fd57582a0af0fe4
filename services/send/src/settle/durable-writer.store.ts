import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '@parley/common/errors';
import { isDatabaseUnavailable } from '@parley/database/sql';
import { isConflict } from '@parley/database/transactions/retry-conflicts';
import type { Logger } from '@parley/runtime/logger';

/** Stores the outcome of a provider call, retrying while the database is unavailable. */
export interface DurableWriter {
  /**
   * Runs `store` until it is committed. Rejects with `provider_timeout` at `answerBy` (ms since the epoch), while
   * storing continues: the caller learns the outcome later. Null: no caller waits for an answer.
   */
  write<T>(store: () => Promise<T>, answerBy: number | null): Promise<T>;
  /** Resolves when nothing is waiting to be stored. */
  idle(): Promise<void>;
}

const GIVE_UP_AFTER_MS = 10 * 60_000;
const FIRST_WAIT_MS = 50;
/** Less than the sweeper's wait, so that after an outage a known outcome is stored before the sweeper assumes one. */
const MAX_WAIT_MS = 2000;

async function untilStored<T>(store: () => Promise<T>): Promise<T> {
  const giveUpAt = Date.now() + GIVE_UP_AFTER_MS;
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(waitMs * 2, MAX_WAIT_MS)) {
    try {
      return await store();
    } catch (error) {
      if (!(isDatabaseUnavailable(error) || isConflict(error)) || Date.now() + waitMs > giveUpAt) throw error;
      await pause(waitMs);
    }
  }
}

/** The provider must not be called again, so its answer stays in memory until it is stored. */
export function makeDurableWriter(logger: Pick<Logger, 'error'>): DurableWriter {
  const open = new Set<Promise<unknown>>();
  return {
    async write(store, answerBy) {
      const stored = untilStored(store);
      open.add(stored);
      let answered = false;
      stored
        .catch((error: unknown) => {
          if (answered)
            logger.error('send-outcome.unstored', { err: error }, 'The outcome of a send could not be stored.');
        })
        .finally(() => open.delete(stored));
      if (answerBy === null) return stored;
      let timer: NodeJS.Timeout | undefined;
      const tooLate = new Promise<never>((_resolve, reject) => {
        timer = setTimeout(() => reject(new AppError('provider_timeout')), Math.max(answerBy - Date.now(), 1));
      });
      try {
        return await Promise.race([stored, tooLate]);
      } finally {
        answered = true;
        clearTimeout(timer);
      }
    },
    async idle() {
      while (open.size > 0) await Promise.allSettled(open);
    },
  };
}
