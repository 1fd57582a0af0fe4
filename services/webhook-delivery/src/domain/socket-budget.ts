const MAX_SOCKETS = 1024;

/**
 * Limits the sockets of all lanes together. The first socket of a lane is always granted, so that receivers that hang
 * until the deadline cannot block other lanes.
 */
export function makeSocketBudget(total = MAX_SOCKETS) {
  let open = 0;
  return {
    /** The number of `wanted` sockets that a lane with `held` ones may open now. */
    grant(held: number, wanted: number): number {
      if (wanted <= 0) return 0;
      const free = Math.max(total - open, 0);
      return Math.min(wanted, held === 0 ? Math.max(free, 1) : free);
    },
    /** Counts a socket while `work` runs. */
    async hold<T>(work: () => Promise<T>): Promise<T> {
      open++;
      try {
        return await work();
      } finally {
        open--;
      }
    },
  };
}
