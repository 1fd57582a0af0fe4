import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '@parley/common/errors';
import { isConflict } from '@parley/database/retry-conflicts';
import { isDatabaseUnavailable } from '@parley/database/sql';

/** Stores what a provider said, even when the database is away just then. */
export interface DurableWriter {
  /**
   * Runs `store` until it is committed. Rejects with `provider_timeout` at `answerBy` (ms since the epoch), while the
   * storing goes on: the caller learns the outcome later.
   */
  write<T>(store: () => Promise<T>, answerBy: number): Promise<T>;
  /** Resolves when nothing is waiting to be stored. */
  idle(): Promise<void>;
}

const GIVE_UP_AFTER_MS = 10 * 60_000;
const FIRST_WAIT_MS = 50;
/** Well under the wait of the sweeper, so that after an outage what is known is stored before it is guessed. */
const LONGEST_WAIT_MS = 2000;

async function untilStored<T>(store: () => Promise<T>): Promise<T> {
  const giveUpAt = Date.now() + GIVE_UP_AFTER_MS;
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)) {
    try {
      return await store();
    } catch (error) {
      if (!(isDatabaseUnavailable(error) || isConflict(error)) || Date.now() + waitMs > giveUpAt) throw error;
      await pause(waitMs);
    }
  }
}

/** The provider has answered and must not be asked again: what it said is kept in memory until it is stored. */
export function makeDurableWriter(reportLost: (error: unknown) => void): DurableWriter {
  const open = new Set<Promise<unknown>>();
  return {
    async write(store, answerBy) {
      const stored = untilStored(store);
      open.add(stored);
      let answered = false;
      stored
        .catch((error: unknown) => {
          if (answered) reportLost(error);
        })
        .finally(() => open.delete(stored));
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
