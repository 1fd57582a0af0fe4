const FIRST_MS = 1000;
const CAP_MS = 60_000;

/**
 * Pause before the next connection, in ms: 1 s doubled with every failure, at most a minute, and of that a random
 * half to whole, so that devices that broke together do not come back together. `random` is in [0, 1).
 */
export function reconnectDelayMs(attempts: number, random: number): number {
  const whole = Math.min(CAP_MS, FIRST_MS * 2 ** Math.min(attempts, 20));
  return Math.round(whole * (0.5 + random / 2));
}
