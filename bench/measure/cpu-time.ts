import { readdir, readFile } from 'node:fs/promises';

/** A process from `/proc/<pid>/stat`. */
export interface ProcessTime {
  pid: number;
  parentPid: number;
  /** Its program's name, truncated by the kernel to 15 characters. */
  name: string;
  /** CPU time of the process and of the children that it has waited for, in milliseconds. */
  cpuMs: number;
}

/** Clock ticks of /proc per second: 100 on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;
/** Fields of /proc/<pid>/stat, counted after the name: state is 0. */
const PARENT = 1;
const [FIRST_TIME, AFTER_TIMES] = [11, 15];

/** Parses one line of /proc/<pid>/stat (proc_pid_stat(5)); null if it is invalid. */
export function parseStat(text: string): ProcessTime | null {
  // The name may contain anything, including spaces and parentheses.
  const [open, close] = [text.indexOf('('), text.lastIndexOf(')')];
  const fields = text.slice(close + 2).split(' ');
  const ticks = fields.slice(FIRST_TIME, AFTER_TIMES).map(Number);
  if (open < 0 || close < open || ticks.length < AFTER_TIMES - FIRST_TIME || ticks.some(Number.isNaN)) return null;
  return {
    pid: Number(text.slice(0, open)),
    parentPid: Number(fields[PARENT]),
    name: text.slice(open + 1, close),
    cpuMs: (ticks.reduce((sum, each) => sum + each, 0) * 1000) / TICKS_PER_SECOND,
  };
}

/** A process and all its descendants. */
export function treeOf(root: number, all: readonly ProcessTime[]): ProcessTime[] {
  const children = new Map<number, ProcessTime[]>();
  for (const each of all) children.set(each.parentPid, [...(children.get(each.parentPid) ?? []), each]);
  const found = all.filter(({ pid }) => pid === root);
  for (const each of found) found.push(...(children.get(each.pid) ?? []));
  return found;
}

/** Every process that can be read now. */
export async function readProcesses(): Promise<ProcessTime[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')));
  return lines.map(parseStat).filter((each) => each !== null);
}
