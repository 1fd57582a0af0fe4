/** People that were added at one time; `key` names the creation of a group. */
export interface AddedPeople {
  /** Ms since the epoch. */
  at: number;
  count: number;
  key: string | null;
}

/** People who are about to be added. */
interface Adding {
  count: number;
  /** The key of a new group: its repeat adds no one else. */
  key: string | null;
}

const BURST = 5;
const BURST_MS = 10_000;
const DAY_MS = 24 * 3_600_000;

type Decision = { added: AddedPeople[] } | { retryAfterMs: number };

/**
 * Decides whether people may be added now: 5 in 10 seconds, and `perDay` in 24 hours (docs/reference/groups.md#pace).
 * Returns what to store before they are added, or the wait.
 */
export function decideAdds(
  before: readonly AddedPeople[],
  { count, key }: Adding,
  { now, perDay }: { now: number; perDay: number },
): Decision {
  const kept = before.filter(({ at }) => at > now - DAY_MS);
  if (count === 0 || (key !== null && kept.some((one) => one.key === key))) return { added: kept };
  const waitMs = Math.max(waitFor(kept, count, BURST, BURST_MS, now), waitFor(kept, count, perDay, DAY_MS, now));
  return waitMs > 0 ? { retryAfterMs: waitMs } : { added: [...kept, { at: now, count, key }] };
}

/** The time until so many people fit into a window of the past; a whole window if they never do. */
function waitFor(before: readonly AddedPeople[], count: number, most: number, windowMs: number, now: number): number {
  if (count > most) return windowMs;
  const within = before.filter(({ at }) => at > now - windowMs).toSorted((a, b) => a.at - b.at);
  let sum = within.reduce((total, one) => total + one.count, 0);
  for (const one of within) {
    if (sum + count <= most) return 0;
    sum -= one.count;
    if (sum + count <= most) return one.at + windowMs - now;
  }
  return 0;
}
