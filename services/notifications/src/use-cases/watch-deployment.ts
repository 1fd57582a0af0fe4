import { decideAlarm, type Measured, measureDisk, measureQueue } from '../domain/decide-alarm.ts';

/** An alarm for the deployment's recipients. */
export interface Alarm {
  /** Its subject; for the disk, which machine. */
  subject: string;
  what: Measured['what'];
  value: string;
  at: Date;
}

export interface WatchDeploymentDeps {
  /** In bytes; null where this machine has no data directory. */
  readFreeDisk(): Promise<number | null>;
  /** Since when the oldest due work waits; null: none is due. */
  findOldestWork(now: Date): Promise<Date | null>;
  isAlarmRaised(subject: string): Promise<boolean>;
  /** Raises the alarm with its fact, once per crossing; false where nothing was written. */
  raiseAlarm(alarm: Alarm): Promise<boolean>;
  clearAlarm(subject: string): Promise<void>;
  diskLineMb: number;
  queueLineSeconds: number;
  machine: string;
  report(alarm: Alarm): void;
  now(): Date;
}

/**
 * Checks whether disk or waiting work of the deployment crosses its threshold
 * (docs/reference/notifications.md#the-deployment).
 */
export function makeWatchDeployment(deps: WatchDeploymentDeps) {
  async function judge(subject: string, measured: Measured | null, at: Date): Promise<void> {
    if (!measured) return;
    const next = decideAlarm(await deps.isAlarmRaised(subject), measured);
    if (next === 'clear') await deps.clearAlarm(subject);
    if (next !== 'raise') return;
    const alarm = { subject, what: measured.what, value: measured.value, at };
    if (await deps.raiseAlarm(alarm)) deps.report(alarm);
  }

  return async (): Promise<boolean> => {
    const at = deps.now();
    await judge(`disk ${deps.machine}`, measureDisk(await deps.readFreeDisk(), deps.diskLineMb), at);
    await judge('queue', measureQueue(await deps.findOldestWork(at), deps.queueLineSeconds, at), at);
    return false;
  };
}
