/** How often a device receives messages. */
export interface DeviceHabit {
  lastHeardAt: Date | null;
  /** Average interval between two messages; null before the second one. */
  habitSeconds: number | null;
}

/** Weight of the newest interval in the moving average. */
const WEIGHT_OF_NEWEST = 0.1;
/** A device is silent when it has received nothing for ten times its usual interval, and for at least two hours. */
const SILENCE_FACTOR = 10;
const SILENT_AT_LEAST_MS = 2 * 3_600_000;

/** The habit after a message: the first interval, then a moving average. An older message changes nothing. */
export function learnHabit({ lastHeardAt, habitSeconds }: DeviceHabit, at: Date): DeviceHabit {
  if (lastHeardAt === null) return { lastHeardAt: at, habitSeconds };
  if (at <= lastHeardAt) return { lastHeardAt, habitSeconds };
  const pauseSeconds = (at.getTime() - lastHeardAt.getTime()) / 1000;
  const next =
    habitSeconds === null ? pauseSeconds : habitSeconds * (1 - WEIGHT_OF_NEWEST) + pauseSeconds * WEIGHT_OF_NEWEST;
  return { lastHeardAt: at, habitSeconds: next };
}

/** Only a device without messages since this time can be silent. */
export const quietBefore = (now: Date): Date => new Date(now.getTime() - SILENT_AT_LEAST_MS);

/** Whether a connected device has received nothing for much longer than usual. */
export function isSilent({ lastHeardAt, habitSeconds }: DeviceHabit, now: Date): boolean {
  if (lastHeardAt === null || habitSeconds === null) return false;
  const bound = Math.max(habitSeconds * 1000 * SILENCE_FACTOR, SILENT_AT_LEAST_MS);
  return now.getTime() - lastHeardAt.getTime() > bound;
}
