/** Checks of one kind that run at once. */
const MAX_AT_ONCE = 2;
/** The share of suspects. */
const MAX_SUSPECTS_AT_ONCE = 1;

interface Waiting {
  isSuspect(): boolean;
  begin(): void;
}

/** One request for a turn. */
export interface Turn {
  /** Call it once: when the check has ended, or when no one waits for the turn any more. */
  end(): void;
}

/** Runs costly checks a few at a time; those of suspects wait behind all others, one at a time. */
export type CheckTurns = ReturnType<typeof makeCheckTurns>;

export function makeCheckTurns() {
  const waiting: Waiting[] = [];
  /** The running checks, and whether each began as a suspect. */
  const started = new Map<Waiting, boolean>();
  let running = 0;
  let suspects = 0;

  /**
   * The first request that may begin: the first one that is not a suspect, or the first suspect while no other suspect
   * runs.
   */
  function takeNext(): { next: Waiting; isSuspect: boolean } | null {
    const at = waiting.findIndex((one) => !one.isSuspect());
    const isSuspect = at < 0;
    if (isSuspect && suspects >= MAX_SUSPECTS_AT_ONCE) return null;
    const [next] = waiting.splice(Math.max(at, 0), 1);
    return next ? { next, isSuspect } : null;
  }

  function start(): void {
    while (running < MAX_AT_ONCE) {
      const taken = takeNext();
      if (!taken) return;
      running++;
      if (taken.isSuspect) suspects++;
      started.set(taken.next, taken.isSuspect);
      taken.next.begin();
    }
  }

  return {
    /** Calls `begin` when the check may begin, which may be at once. */
    ask(isSuspect: () => boolean, begin: () => void): Turn {
      const own: Waiting = { isSuspect, begin };
      waiting.push(own);
      start();
      return {
        end() {
          const wasSuspect = started.get(own);
          if (wasSuspect === undefined) {
            const at = waiting.indexOf(own);
            if (at >= 0) waiting.splice(at, 1);
            return;
          }
          started.delete(own);
          running--;
          if (wasSuspect) suspects--;
          start();
        },
      };
    },
  };
}
