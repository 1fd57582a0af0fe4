import { readlinkSync, renameSync, symlinkSync } from 'node:fs';
import { expect } from 'vitest';
import { endNow } from './process-tree.ts';
import type { System } from './system.ts';

/** The directory of a system's programs: a link to the tree from which processes start. */
export interface ProgramLink {
  path: string;
  /** Processes that start from now on are of this tree. */
  leadTo(tree: string): void;
}

/** Makes a link that leads to a tree. */
export function makeProgramLink(path: string, tree: string): ProgramLink {
  symlinkSync(tree, path);
  return {
    path,
    leadTo(next) {
      symlinkSync(next, `${path}.next`);
      renameSync(`${path}.next`, path);
    },
  };
}

const isGateway = (name: string): boolean => name.startsWith('gateway');

/**
 * Replaces every process of a cluster by one of another tree, one after another: each drains, ends, and its successor
 * answers before the next one stops. `afterEach` runs after each of them.
 */
export async function replaceProcesses(
  system: System,
  link: ProgramLink,
  { tree, first, afterEach }: { tree: string; first: 'services' | 'gateways'; afterEach: () => Promise<void> },
): Promise<void> {
  link.leadTo(tree);
  const names = (await system.processes('')).map(({ name }) => name);
  const ofFirst = names.filter((name) => isGateway(name) === (first === 'gateways'));
  for (const name of [...ofFirst, ...names.filter((other) => !ofFirst.includes(other))]) {
    const [running] = await system.processes(name);
    expect(running && endNow(running.pid, 'SIGTERM'), name).toBe(true);
    await system.ready();
    await afterEach();
  }
  for (const { name, pid } of await system.processes('')) expect(readlinkSync(`/proc/${pid}/cwd`), name).toBe(tree);
}
