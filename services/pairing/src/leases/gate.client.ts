/** A semaphore: at most `limit` at a time; the others wait in order. */
export function makeGate(limit: number) {
  const waiting: (() => void)[] = [];
  let inside = 0;
  const leave = (): void => {
    const next = waiting.shift();
    if (next) next();
    else inside--;
  };
  /** Returns a release function that has an effect only once. */
  const wayOut = (): (() => void) => {
    let isOut = false;
    return () => {
      if (isOut) return;
      isOut = true;
      leave();
    };
  };
  return {
    /** Resolves with the release function once there is a place. */
    async enter(): Promise<() => void> {
      if (inside < limit) inside++;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      return wayOut();
    },
    inside: (): number => inside,
  };
}
export type Gate = ReturnType<typeof makeGate>;
