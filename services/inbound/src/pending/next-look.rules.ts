/** A waiting update that could not be applied yet. */
export interface WaitedUpdate {
  /** How long it has waited, in milliseconds. */
  ageMs: number;
  /** Whether it waits for a send, which settles within minutes; otherwise for a message that may never come. */
  waitsForSend: boolean;
}

const SHORTEST_MS = 500;
const LONGEST_MS = 3_600_000;
/** Fraction of its age: an update is applied with at most this delay. */
const PART_OF_AGE = 1 / 4;
/** Most sends settle within this time. */
const SEND_FRESH_MS = 60_000;
const SEND_LATER_MS = 30_000;

/**
 * Milliseconds until a waiting update is checked again. One about a message of another system waits for days without success:
 * it is checked about two hundred times in a week.
 */
export function nextLookMs({ ageMs, waitsForSend }: WaitedUpdate): number {
  if (waitsForSend) return ageMs < SEND_FRESH_MS ? SHORTEST_MS : SEND_LATER_MS;
  return Math.min(LONGEST_MS, Math.max(SHORTEST_MS, ageMs * PART_OF_AGE));
}
