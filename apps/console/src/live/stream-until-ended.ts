interface Stream {
  unsubscribe(): void;
}

/**
 * Begins a stream and resolves when it ends by itself, or when the signal aborts, which unsubscribes it. Nothing of an
 * ended stream stays at the signal, which outlives all streams.
 */
export const streamUntilEnded = (signal: AbortSignal, begin: (onEnd: () => void) => Stream): Promise<void> =>
  new Promise((resolve) => {
    const ending = new AbortController();
    const stream = begin(() => {
      ending.abort();
      resolve();
    });
    const stop = (): void => {
      stream.unsubscribe();
      resolve();
    };
    signal.addEventListener('abort', stop, { once: true, signal: ending.signal });
  });
