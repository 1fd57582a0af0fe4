/** Shorter spans measure single tasks of the loop, longer ones notice a new load late. */
const SPAN_MS = 50;
/** At half of the sends of saturation the loop is active for 0.5 to 0.6 of the time, at saturation for 0.82 or more. */
const BUSY = 0.75;

/** Returns a function: whether the event loop was active for most of a span of 50 ms or more, the last measured one. */
export function makeBusyLoop(): () => boolean {
  let before = performance.eventLoopUtilization();
  let isBusy = false;
  return () => {
    const now = performance.eventLoopUtilization();
    const activeMs = now.active - before.active;
    const spanMs = activeMs + now.idle - before.idle;
    if (spanMs >= SPAN_MS) {
      isBusy = activeMs / spanMs >= BUSY;
      before = now;
    }
    return isBusy;
  };
}

/** Whether the event loop of this process, or of this worker, is busy. */
export const isLoopBusy = makeBusyLoop();
