/** A value of the deployment, compared with a threshold. */
export interface Measured {
  what: 'disk' | 'queue';
  isOver: boolean;
  /** Clearly back to normal; in between nothing changes, so that a value near its threshold is reported once. */
  isBack: boolean;
  /** The value in words. */
  value: string;
}

const MEGABYTE = 1024 * 1024;
const GIGABYTE = 1024 * MEGABYTE;
/**
 * Hysteresis: how far free disk must be above its threshold, and waiting work below its own, before they are reported
 * again.
 */
const DISK_BACK = 1.25;
const QUEUE_BACK = 0.5;
const MINUTE_S = 60;

const showBytes = (bytes: number): string =>
  bytes >= GIGABYTE ? `${(bytes / GIGABYTE).toFixed(1)} GB` : `${Math.floor(bytes / MEGABYTE)} MB`;

const showTime = (seconds: number): string =>
  seconds >= MINUTE_S ? `${Math.floor(seconds / MINUTE_S)} min` : `${Math.floor(seconds)} s`;

/** Free disk compared with a threshold in MB; null: disabled (0), or there is no data directory. */
export function measureDisk(freeBytes: number | null, lineMb: number): Measured | null {
  if (freeBytes === null || lineMb === 0) return null;
  const line = lineMb * MEGABYTE;
  return {
    what: 'disk',
    isOver: freeBytes < line,
    isBack: freeBytes >= line * DISK_BACK,
    value: showBytes(freeBytes),
  };
}

/** Wait of the oldest overdue work compared with a threshold in seconds; null: disabled (0). */
export function measureQueue(waitingSince: Date | null, lineSeconds: number, now: Date): Measured | null {
  if (lineSeconds === 0) return null;
  const seconds = waitingSince === null ? 0 : Math.max(0, (now.getTime() - waitingSince.getTime()) / 1000);
  return {
    what: 'queue',
    isOver: seconds > lineSeconds,
    isBack: seconds <= lineSeconds * QUEUE_BACK,
    value: showTime(seconds),
  };
}

/**
 * An alarm is raised once per crossing, and cleared once the value is back
 * (docs/reference/notifications.md#the-deployment).
 */
export function decideAlarm(isRaised: boolean, { isOver, isBack }: Measured): 'raise' | 'clear' | 'keep' {
  if (isOver && !isRaised) return 'raise';
  return isBack && isRaised ? 'clear' : 'keep';
}
