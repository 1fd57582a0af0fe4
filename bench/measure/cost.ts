import { type ProcessTime, readProcesses, treeOf } from './cpu-time.ts';

/** The processes of one of the compared systems. */
export interface Processes {
  /** Its main process; all its descendants count, too. */
  own: number;
  /** Its postmaster; all its backends count, too. */
  postgres: number | null;
}

/** CPU time in milliseconds. */
export interface Cost {
  own: number;
  postgres: number;
  /** nats-server, if it runs below `own`; not part of `own`. */
  bus: number;
}

export const BUS = 'nats-server';

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

/** The CPU time of a system up to now. */
export const readCost = async (processes: Processes): Promise<Cost> => costOf(processes, await readProcesses());

/** CPU time between two readings, per operation. */
export const costBetween = (before: Cost, after: Cost, count: number): Cost => ({
  own: (after.own - before.own) / count,
  postgres: (after.postgres - before.postgres) / count,
  bus: (after.bus - before.bus) / count,
});

/** The sum over all its processes. */
export const totalOf = ({ own, postgres, bus }: Cost): number => own + postgres + bus;
