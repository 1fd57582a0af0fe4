import { readdirSync, writeFileSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';

/** A system without priorities, or a process that has ended already: speed alone is at stake. */
function tryTo(act: () => void): void {
  try {
    act();
  } catch {
    // Nothing depends on it.
  }
}

/**
 * Lets the operating system run a process after this one where processors are scarce. Linux has a priority for each thread; new
 * threads inherit it. It may share processors between sessions instead (sched(7), autogroups); a child that leads a session is one of those.
 */
export function putBehind(pid: number, niceness: number): void {
  const behind = Math.min(getPriority() + niceness, constants.priority.PRIORITY_LOW);
  tryTo(() => setPriority(pid, behind));
  tryTo(() => {
    for (const thread of readdirSync(`/proc/${pid}/task`)) tryTo(() => setPriority(Number(thread), behind));
  });
  tryTo(() => writeFileSync(`/proc/${pid}/autogroup`, String(behind)));
}
