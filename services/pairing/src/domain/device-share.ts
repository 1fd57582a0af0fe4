/** How many workers are alive, and how many devices need a socket. */
export interface WorkShare {
  workers: number;
  wanted: number;
}

/** How many devices a worker takes over now: up to its even share, rounded up, and `batch` at most. */
export const devicesToTake = ({ workers, wanted }: WorkShare, held: number, batch: number): number =>
  Math.max(0, Math.min(batch, Math.ceil(wanted / workers) - held));
