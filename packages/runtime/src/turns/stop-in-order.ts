/** Collects components, and stops them in the reverse order of starting. */
export type StopList = ReturnType<typeof makeStopList>;

/** A stop list that reports components that failed to stop. */
export function makeStopList(report: (name: string, error: unknown) => void) {
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
    add: (name: string, stop: () => unknown) => parts.push({ name, stop }),
    /** Stops all components once; if one fails to stop, the others are still stopped. */
    run: () => {
      running ??= stopAll();
      return running;
    },
  };
}
