/** The number of live workers, and of devices that need a socket. */
export interface WorkShare {
  workers: number;
  wanted: number;
}

/** The number of devices that a worker takes over now: up to its even share, rounded up, and at most `batch`. */
export const devicesToTake = ({ workers, wanted }: WorkShare, held: number, batch: number): number =>
  Math.max(0, Math.min(batch, Math.ceil(wanted / workers) - held));
