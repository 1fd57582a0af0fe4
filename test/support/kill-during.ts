import { expect } from 'vitest';
import { killNow } from './process-tree.ts';
import type { System } from './system.ts';

/** Kills everything in the one-machine form, and all processes of one service in the cluster. Returns the time of the kill. */
export async function killDuring(system: System, part: string): Promise<Date> {
  const victims = await system.processes(system.form === 'cluster' ? part : 'parley');
  expect(victims.filter(({ pid }) => killNow(pid)).length).toBeGreaterThan(0);
  const killedAt = new Date();
  if (system.form === 'one-machine') await system.restart();
  else await system.ready();
  return killedAt;
}
