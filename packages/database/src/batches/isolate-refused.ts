import { isDatabaseUnavailable, sqlState } from '../sql.ts';
import { isConflict } from '../transactions/retry-conflicts.ts';

/**
 * SQLSTATE classes that are caused by the data, so that a retry fails again: bad data, broken constraints, size limits, an
 * error raised by a function, an allocation that is too large.
 */
const OF_THE_DATA = /^(21|22|23|54|P0|XX000)/;

/** Whether a statement was refused because of its data: a retry would be refused too. */
export const isRefusedBySql = (error: unknown): boolean =>
  !isDatabaseUnavailable(error) && OF_THE_DATA.test(sqlState(error) ?? '');

/** Whether the database failed for a reason other than the data (an outage, a conflict, a timeout): a retry can succeed. */
export const isTemporary = (error: unknown): boolean =>
  isDatabaseUnavailable(error) || isConflict(error) || (sqlState(error) !== null && !isRefusedBySql(error));

export interface IsolateOptions<T> {
  /** Handles items together, all or nothing. */
  run(items: readonly T[]): Promise<void>;
  /** Whether an error is caused by the items, so that a retry fails again. */
  isRefused(error: unknown): boolean;
  /** Receives an item that is refused when it is sent alone. */
  setAside(item: T, error: unknown): Promise<void>;
}

/**
 * Runs items in order. A refused batch is split in halves until the bad item is isolated: one of n costs 2 log2 n runs,
 * and the other items are handled. Any other error ends the run and is thrown; a caller that retries repeats the
 * handled items, so `run` must be idempotent.
 */
export async function isolateRefused<T>(items: readonly T[], options: IsolateOptions<T>): Promise<void> {
  if (items.length === 0) return;
  try {
    await options.run(items);
  } catch (error) {
    if (!options.isRefused(error)) throw error;
    const [only] = items;
    if (items.length === 1) return options.setAside(only as T, error); // safe: it is there, by its length
    const middle = Math.ceil(items.length / 2);
    await isolateRefused(items.slice(0, middle), options);
    await isolateRefused(items.slice(middle), options);
  }
}
