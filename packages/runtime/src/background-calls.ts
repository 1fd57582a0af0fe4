/** Calls that run in the background. */
export interface BackgroundCalls {
  /** Whether a further call would have to wait for another one. */
  isBusy(): boolean;
  /** Runs a call, which must not fail, now or after others; false: too many wait, and it is skipped. */
  run(call: () => Promise<void>): boolean;
  /** Resolves when nothing is running or waiting. */
  idle(): Promise<void>;
}

export function makeBackgroundCalls({
  concurrent,
  waiting: most,
}: {
  concurrent: number;
  waiting: number;
}): BackgroundCalls {
  const underWay = new Set<Promise<void>>();
  const waiting: (() => Promise<void>)[] = [];

  /** Runs the waiting calls, one after the other. */
  async function runWaiting(): Promise<void> {
    for (let next = waiting.shift(); next; next = waiting.shift()) await next();
  }

  return {
    isBusy: () => underWay.size >= concurrent,
    run(call) {
      if (waiting.length >= most) return false;
      waiting.push(call);
      if (underWay.size >= concurrent) return true;
      const work = runWaiting();
      underWay.add(work);
      void work.finally(() => underWay.delete(work));
      return true;
    },
    async idle() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}
