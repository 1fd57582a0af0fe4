import { type ProcessTime, readProcesses, treeOf } from './cpu-time.ts';

/** The processes of one of the compared systems. */
export interface Processes {
  /** Its main process: everything below it counts. */
  own: number;
  /** Its postmaster: every backend counts. */
  postgres: number | null;
}

/** CPU time in milliseconds. */
export interface Cost {
  own: number;
  postgres: number;
  /** nats-server, where it runs below `own`; it does not count there. */
  bus: number;
}

const BUS = 'nats-server';

/** Adds up the CPU time of a system's processes. */
export function costOf({ own, postgres }: Processes, all: readonly ProcessTime[]): Cost {
  const sum = (processes: readonly ProcessTime[]): number => processes.reduce((total, { cpuMs }) => total + cpuMs, 0);
  const ours = treeOf(own, all);
  const bus = ours.filter(({ name }) => name === BUS);
  return {
    own: sum(ours) - sum(bus),
    postgres: postgres === null ? 0 : sum(treeOf(postgres, all)),
    bus: sum(bus),
  };
}

/** What the CPU time of a system is now. */
export const readCost = async (processes: Processes): Promise<Cost> => costOf(processes, await readProcesses());

/** CPU time between two readings, for each of `count` operations. */
export const costBetween = (before: Cost, after: Cost, count: number): Cost => ({
  own: (after.own - before.own) / count,
  postgres: (after.postgres - before.postgres) / count,
  bus: (after.bus - before.bus) / count,
});

/** Of all its processes together. */
export const totalOf = ({ own, postgres, bus }: Cost): number => own + postgres + bus;
