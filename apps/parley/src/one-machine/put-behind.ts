import { readdirSync, writeFileSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';

/** Ignores errors of a system without priorities, or of an ended process: only speed is at stake. */
function tryTo(act: () => void): void {
  try {
    act();
  } catch {
    // Nothing depends on it.
  }
}

/**
 * Makes the operating system prefer this process to another one when processors are scarce. Linux has a priority for
 * each thread; new threads inherit it. It may share processors between sessions instead (sched(7), autogroups); a child
 * that leads a session is one of those.
 */
export function putBehind(pid: number, niceness: number): void {
  const behind = Math.min(getPriority() + niceness, constants.priority.PRIORITY_LOW);
  tryTo(() => setPriority(pid, behind));
  tryTo(() => {
    for (const thread of readdirSync(`/proc/${pid}/task`)) tryTo(() => setPriority(Number(thread), behind));
  });
  tryTo(() => writeFileSync(`/proc/${pid}/autogroup`, String(behind)));
}
