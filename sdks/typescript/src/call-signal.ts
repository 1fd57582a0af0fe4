/** The end of a call or of one of its attempts: its time limit, or the signal of its caller. */
export interface CallSignal {
  signal: AbortSignal;
  isTimedOut(): boolean;
  /** Call it when the call or attempt has ended. */
  release(): void;
}

/**
 * `AbortSignal.any` would leave an entry at the caller's signal for each call, and a program that pulls events has one
 * signal for all of them.
 */
export function makeCallSignal(timeoutMs: number, given: AbortSignal | undefined): CallSignal {
  const controller = new AbortController();
  let isTimedOut = false;
  const timer = setTimeout(() => {
    isTimedOut = true;
    controller.abort(new DOMException('The time is over.', 'TimeoutError'));
  }, timeoutMs);
  const stop = (): void => controller.abort(given?.reason);
  given?.addEventListener('abort', stop, { once: true });
  if (given?.aborted) stop();
  return {
    signal: controller.signal,
    isTimedOut: () => isTimedOut,
    release() {
      clearTimeout(timer);
      given?.removeEventListener('abort', stop);
    },
  };
}
