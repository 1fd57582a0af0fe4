import { at } from '@parley/common/at';

interface Dated {
  at: string;
}

interface Thread {
  /** The number of messages and notes. */
  count: number;
  timeAt(index: number): string | undefined;
  /** Whether its first row is the first of the conversation. */
  isFromStart: boolean;
  /** Whether its last row is the newest of the conversation. */
  isToEnd: boolean;
}

/**
 * The changes behind each row of a thread, by its index; those before all rows have the index -1. Each change is in one
 * place, also where rows are not in the order of their times. `changes` are oldest first; times are ISO 8601 in UTC.
 */
export function placeChanges<T extends Dated>(
  changes: readonly T[],
  thread: Thread,
): ReadonlyMap<number, readonly T[]> {
  const { count, timeAt, isFromStart, isToEnd } = thread;
  const placed = new Map<number, T[]>();
  let left = changes.length;
  const takeSince = (since: string): T[] => {
    const end = left;
    while (left > 0 && at(changes, left - 1).at >= since) left--;
    return changes.slice(left, end);
  };
  for (let index = count - 1; index >= 0 && left > 0; index--) {
    const taken = takeSince(timeAt(index) ?? '');
    if (taken.length > 0 && (isToEnd || index < count - 1)) placed.set(index, taken);
  }
  if (left > 0 && isFromStart) placed.set(-1, changes.slice(0, left));
  return placed;
}
