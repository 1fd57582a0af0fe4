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
      // It has ended.
    }
  }
  return found;
}

/** The descendants of a process, the youngest generation last. */
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

/** Processes that a test has signalled, until they have ended. */
const victims = new Set<number>();

/** Signals a process to end; false if it has ended or is being restarted. */
export function endNow(pid: number, signal: 'SIGKILL' | 'SIGTERM'): boolean {
  try {
    process.kill(pid, signal);
    victims.add(pid);
    return true;
  } catch {
    return false;
  }
}

/** Kills a process; false if it has ended or is being restarted. */
export const killNow = (pid: number): boolean => endNow(pid, 'SIGKILL');

/** Whether a process runs; a zombie that its parent has not reaped does not. */
export function isRunning(pid: number): boolean {
  try {
    // The state follows the program's name, which may hold any character.
    const [state = 'X'] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1) ?? '';
    return state !== 'Z' && state !== 'X';
  } catch {
    return false;
  }
}

/** The processes that {@link endNow} and {@link killNow} have signalled and that have not ended yet. */
export function runningVictims(): number[] {
  for (const pid of victims) if (!isRunning(pid)) victims.delete(pid);
  return [...victims];
}

/** The command line of a process; empty if it has ended. */
export function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

/** A variable from the start of a process; undefined if it is not set, or the process has ended. */
export function variableOf(pid: number, name: string): string | undefined {
  try {
    const lines = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
    return lines.find((line) => line.startsWith(`${name}=`))?.slice(name.length + 1);
  } catch {
    return undefined;
  }
}
