/** Lets at most `limit` in at a time; the others wait in their order. */
export function makeGate(limit: number) {
  const waiting: (() => void)[] = [];
  let inside = 0;
  const leave = (): void => {
    const next = waiting.shift();
    if (next) next();
    else inside--;
  };
  /** A way out that counts once, however often it is taken. */
  const wayOut = (): (() => void) => {
    let isOut = false;
    return () => {
      if (isOut) return;
      isOut = true;
      leave();
    };
  };
  return {
    /** Resolves inside, with the way out. */
    async enter(): Promise<() => void> {
      if (inside < limit) inside++;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      return wayOut();
    },
    inside: (): number => inside,
  };
}
export type Gate = ReturnType<typeof makeGate>;
