/** Collects what has to be stopped, and stops it in the reverse order of starting. */
export interface StopList {
  add(name: string, stop: () => Promise<unknown>): void;
  /** Stops everything once; a part that fails to stop does not keep the others running. */
  run(): Promise<void>;
}

/** A stop list that reports what failed to stop. */
export function makeStopList(report: (name: string, error: unknown) => void): StopList {
  const parts: { name: string; stop: () => Promise<unknown> }[] = [];
  let running: Promise<void> | null = null;
  const stopAll = async (): Promise<void> => {
    for (const { name, stop } of parts.reverse()) await stop().catch((error: unknown) => report(name, error));
  };
  return {
    add: (name, stop) => parts.push({ name, stop }),
    run: () => {
      running ??= stopAll();
      return running;
    },
  };
}
