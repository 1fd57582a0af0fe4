import { decideAlarm, type Measured, measureDisk, measureQueue } from '../domain/decide-alarm.ts';

/** What the deployment's recipients are notified of. */
export interface Alarm {
  /** What it is about; disk: of which machine. */
  subject: string;
  what: Measured['what'];
  value: string;
  at: Date;
}

export interface WatchDeploymentDeps {
  /** Bytes; null where this machine has no data directory. */
  readFreeDisk(): Promise<number | null>;
  /** Since when the oldest work waits that is due; null: none is. */
  findOldestWork(now: Date): Promise<Date | null>;
  isAlarmRaised(subject: string): Promise<boolean>;
  /** With its fact, once for each crossing; false where nothing was written. */
  raiseAlarm(alarm: Alarm): Promise<boolean>;
  clearAlarm(subject: string): Promise<void>;
  diskLineMb: number;
  queueLineSeconds: number;
  machine: string;
  report(alarm: Alarm): void;
  now(): Date;
}

/** Looks whether disk or waiting work of the deployment crosses its line (docs/reference/notifications.md#the-deployment). */
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
