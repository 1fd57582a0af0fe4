import type { Sql } from '../sql.ts';
import type { DueRead } from './define-due.ts';
import type { WatchDue } from './due-watch.ts';

/** The longest pause between two rounds, when the watch cannot read. */
const EVERY_MS = 60_000;

type Wake = () => void;
type WakeIn = (ms: number) => void;

export interface DueDutyOptions {
  name: string;
  database: Sql & { watchDue: WatchDue };
  findDue: DueRead;
  /** Does the work that is due; returns true when there is more to do now, or in how many milliseconds. */
  run(): Promise<boolean | number>;
  now(): Date;
  /** Shortest pause after a round without more to do: what is still due may be claimed by another worker. */
  againMs: number;
  /** Connects further wakes. */
  onWake?(wake: Wake, wakeIn: WakeIn): void;
  /** Aborts long work when the worker stops. */
  onStop?(): void;
}

/**
 * A duty of a BackgroundWorker that runs when its work is due: a wake of its own process starts it at once, work of
 * other processes is found within a second.
 */
export function makeDueDuty({ name, database, findDue, run, now, againMs, onWake, onStop }: DueDutyOptions) {
  let restUntilMs = 0;
  let endWatch: (() => void) | undefined;
  return {
    name,
    everyMs: EVERY_MS,
    async run(): Promise<boolean | number> {
      const dueAt = await findDue(database);
      if (dueAt === null) return false;
      const inMs = dueAt.getTime() - now().getTime();
      if (inMs > 0) return inMs;
      const more = await run();
      if (more !== false) return more;
      restUntilMs = performance.now() + againMs;
      return againMs;
    },
    onWake(wake: Wake, wakeIn: WakeIn): void {
      onWake?.(wake, wakeIn);
      endWatch = database.watchDue(findDue, (dueAt) =>
        wakeIn(Math.max(dueAt.getTime() - now().getTime(), restUntilMs - performance.now(), 0)),
      );
    },
    onStop(): void {
      endWatch?.();
      onStop?.();
    },
  };
}
