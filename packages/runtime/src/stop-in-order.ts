/** Collects the parts to stop, and stops them in the reverse order of starting. */
export interface StopList {
  add(name: string, stop: () => unknown): void;
  /** Stops all parts once; if one fails to stop, the others are still stopped. */
  run(): Promise<void>;
}

/** A stop list that reports parts that failed to stop. */
export function makeStopList(report: (name: string, error: unknown) => void): StopList {
  const parts: { name: string; stop: () => unknown }[] = [];
  let running: Promise<void> | null = null;
  const stopAll = async (): Promise<void> => {
    for (const { name, stop } of parts.reverse()) {
      try {
        await stop();
      } catch (error) {
        report(name, error);
      }
    }
  };
  return {
    add: (name, stop) => parts.push({ name, stop }),
    run: () => {
      running ??= stopAll();
      return running;
    },
  };
}
