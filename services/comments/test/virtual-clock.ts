/** A clock that stops while any actor works, and advances to the next sleeper's time when all of them sleep. */
export interface VirtualClock {
  nowMs(): number;
  sleep(ms: number): Promise<void>;
  /** Runs the actors until each has returned. */
  run(actors: (() => Promise<void>)[]): Promise<void>;
}

export function makeVirtualClock(startMs: number): VirtualClock {
  let nowMs = startMs;
  let awake = 0;
  const sleepers: { atMs: number; wake: () => void }[] = [];
  const rest = (): void => {
    awake--;
    if (awake > 0 || sleepers.length === 0) return;
    const next = sleepers.reduce((first, one) => (one.atMs < first.atMs ? one : first));
    sleepers.splice(sleepers.indexOf(next), 1);
    nowMs = Math.max(nowMs, next.atMs);
    awake++;
    next.wake();
  };
  return {
    nowMs: () => nowMs,
    sleep: (ms) =>
      new Promise((wake) => {
        sleepers.push({ atMs: nowMs + ms, wake });
        rest();
      }),
    async run(actors) {
      awake += actors.length;
      await Promise.all(actors.map((act) => act().finally(rest)));
    },
  };
}
