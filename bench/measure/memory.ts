import { readFile } from 'node:fs/promises';
import { readProcesses, treeOf } from './cpu-time.ts';

/** The memory of a process and all its descendants. */
export interface Memory {
  processes: number;
  /** Sum of their proportional set sizes, in MB: a page that n processes share counts a nth in each. */
  pssMb: number;
}

const KB_PER_MB = 1024;

/** Parses the Pss line of /proc/<pid>/smaps_rollup, in kB; 0 for a process that has ended. */
export const parsePss = (text: string): number => Number(/^Pss:\s+(\d+) kB$/m.exec(text)?.[1] ?? 0);

/** The memory below a process now. Reading it walks the pages of each process, which takes milliseconds. */
export async function readMemory(root: number, isCounted = (_name: string): boolean => true): Promise<Memory> {
  const tree = treeOf(root, await readProcesses()).filter(({ name }) => isCounted(name));
  const texts = await Promise.all(tree.map(({ pid }) => readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')));
  const sum = texts.map(parsePss).reduce((total, kb) => total + kb, 0);
  return { processes: tree.length, pssMb: sum / KB_PER_MB };
}
