/** The least rate of a transfer, and how long it may be slower. */
export interface PaceLimits {
  bytesPerSecond: number;
  graceMs: number;
}

/**
 * Takes all the bytes that have moved so far, and whether the gateway has waited for the other side since the last
 * call. Returns whether the transfer has been too slow for longer than its grace.
 */
export type Pace = (movedBytes: number, isWaiting: boolean) => boolean;

/**
 * A transfer earns time by its bytes and spends it while it waits for the other side. It saves no more than its grace:
 * a burst of bytes does not pay for a long silence.
 */
export function makePace({ bytesPerSecond, graceMs }: PaceLimits, nowMs: () => number): Pace {
  let leftMs = graceMs;
  let checkedAtMs = nowMs();
  let movedBefore = 0;
  return (movedBytes, isWaiting) => {
    const atMs = nowMs();
    const spentMs = isWaiting ? atMs - checkedAtMs : 0;
    const earnedMs = ((movedBytes - movedBefore) / bytesPerSecond) * 1000;
    leftMs = Math.min(graceMs, leftMs - spentMs + earnedMs);
    checkedAtMs = atMs;
    movedBefore = movedBytes;
    return leftMs <= 0;
  };
}
