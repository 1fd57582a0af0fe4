/** How often a device hears messages. */
export interface DeviceHabit {
  lastHeardAt: Date | null;
  /** Average pause between two messages; null until it has heard two. */
  habitSeconds: number | null;
}

/** The newest pause counts a tenth of the average. */
const WEIGHT_OF_NEWEST = 0.1;
/** A device is silent when it has heard nothing for ten times its usual pause, and for two hours at least. */
const SILENCE_FACTOR = 10;
const SILENT_AT_LEAST_MS = 2 * 3_600_000;

/** The habit after a message was heard: the first pause as it is, then a moving average. A message from before changes nothing. */
export function learnHabit({ lastHeardAt, habitSeconds }: DeviceHabit, at: Date): DeviceHabit {
  if (lastHeardAt === null) return { lastHeardAt: at, habitSeconds };
  if (at <= lastHeardAt) return { lastHeardAt, habitSeconds };
  const pauseSeconds = (at.getTime() - lastHeardAt.getTime()) / 1000;
  const next =
    habitSeconds === null ? pauseSeconds : habitSeconds * (1 - WEIGHT_OF_NEWEST) + pauseSeconds * WEIGHT_OF_NEWEST;
  return { lastHeardAt: at, habitSeconds: next };
}

/** Only a device that has heard nothing since before this moment can be silent. */
export const quietBefore = (now: Date): Date => new Date(now.getTime() - SILENT_AT_LEAST_MS);

/** Whether a connected device has heard nothing for much longer than it uses to. */
export function isSilent({ lastHeardAt, habitSeconds }: DeviceHabit, now: Date): boolean {
  if (lastHeardAt === null || habitSeconds === null) return false;
  const bound = Math.max(habitSeconds * 1000 * SILENCE_FACTOR, SILENT_AT_LEAST_MS);
  return now.getTime() - lastHeardAt.getTime() > bound;
}
