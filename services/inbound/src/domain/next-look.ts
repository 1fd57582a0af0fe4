/** An update that waits, at the moment at which it was looked at in vain. */
export interface WaitedUpdate {
  /** How long it has waited, in milliseconds. */
  ageMs: number;
  /** It waits for a send of ours, which is settled within minutes; else for a message that may never come. */
  waitsForSend: boolean;
}

const SHORTEST_MS = 500;
const LONGEST_MS = 3_600_000;
/** Of its age: an update is told at most this much later than it could be. */
const PART_OF_AGE = 1 / 4;
/** Most sends are settled in this time. */
const SEND_FRESH_MS = 60_000;
const SEND_LATER_MS = 30_000;

/**
 * Milliseconds until a waiting update is looked at again. One about a message that another system sent waits in vain
 * for days: it is looked at some two hundred times in a week.
 */
export function nextLookMs({ ageMs, waitsForSend }: WaitedUpdate): number {
  if (waitsForSend) return ageMs < SEND_FRESH_MS ? SHORTEST_MS : SEND_LATER_MS;
  return Math.min(LONGEST_MS, Math.max(SHORTEST_MS, ageMs * PART_OF_AGE));
}
