import { expect } from 'vitest';
import { killNow } from '../system/process-tree.ts';
import type { System } from '../system/system.ts';

/** Kills everything in the one-machine form, and all processes of one service in the cluster. Returns the time of the kill. */
export async function killAll(system: System, part: string): Promise<Date> {
  const victims = await system.processes(system.form === 'cluster' ? part : 'parley');
  expect(victims.filter(({ pid }) => killNow(pid)).length).toBeGreaterThan(0);
  return new Date();
}

/** Waits until the processes of {@link killAll} run again; those of the one-machine form start here. */
export const untilBack = (system: System): Promise<void> =>
  system.form === 'one-machine' ? system.restart() : system.ready();

/** Kills, and returns the time of the kill when the processes run again. */
export async function killDuring(system: System, part: string): Promise<Date> {
  const killedAt = await killAll(system, part);
  await untilBack(system);
  return killedAt;
}
