const FIRST_MS = 1000;
const CAP_MS = 60_000;

/**
 * Backoff before the next connection, in ms: 1 s doubled with every failure, at most a minute; a random half to whole
 * of that, so that devices that failed together do not reconnect together. `random` is in [0, 1).
 */
export function reconnectDelayMs(attempts: number, random: number): number {
  const whole = Math.min(CAP_MS, FIRST_MS * 2 ** Math.min(attempts, 20));
  return Math.round(whole * (0.5 + random / 2));
}
