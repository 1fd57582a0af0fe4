import { readdirSync, readFileSync } from 'node:fs';

/** Parents of all processes, by process id (Linux). */
function parents(): Map<number, number> {
  const found = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      // The state and the parent follow the program's name, which may hold any character.
      const [, parent = '0'] = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
      found.set(Number(name), Number(parent));
    } catch {
      // It ended meanwhile.
    }
  }
  return found;
}

/** The processes that this one started, and those that they started, the youngest generation last. */
export function descendantsOf(pid: number): number[] {
  const all = [...parents()];
  const found: number[] = [];
  let generation = [pid];
  while (generation.length > 0) {
    const older = generation;
    generation = all.filter(([, parent]) => older.includes(parent)).map(([child]) => child);
    found.push(...generation);
  }
  return found;
}

/** Kills a process; false where it has ended or is being restarted. */
export function killNow(pid: number): boolean {
  try {
    process.kill(pid, 'SIGKILL');
    return true;
  } catch {
    return false;
  }
}

/** The command line of a process; empty where it has ended. */
export function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}
