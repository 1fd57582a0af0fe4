/** Calls that run in the background. */
export type BackgroundCalls = ReturnType<typeof makeBackgroundCalls>;

export function makeBackgroundCalls({ concurrent, waiting: most }: { concurrent: number; waiting: number }) {
  const underWay = new Set<Promise<void>>();
  const waiting: (() => Promise<void>)[] = [];

  /** Runs the waiting calls, one after the other. */
  async function runWaiting(): Promise<void> {
    for (let next = waiting.shift(); next; next = waiting.shift()) await next();
  }

  return {
    /** Whether a further call would have to wait for another one. */
    isBusy: () => underWay.size >= concurrent,
    /** Runs a call, which must not fail, now or after others; false: too many wait, and it is skipped. */
    run(call: () => Promise<void>) {
      if (waiting.length >= most) return false;
      waiting.push(call);
      if (underWay.size >= concurrent) return true;
      const work = runWaiting();
      underWay.add(work);
      void work.finally(() => underWay.delete(work));
      return true;
    },
    /** Resolves when nothing is running or waiting. */
    async idle() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}
