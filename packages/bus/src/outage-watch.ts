/** Follows the outages of one connection to the bus, for the requests and answers that they meet. */
export interface OutageWatch {
  begun(): void;
  ended(): void;
  /**
   * The answer; rejects when an outage begins meanwhile and nothing has come some time later. Whether the request was
   * taken is not known then, and most often its answer went down with the connection: waiting on to the deadline, of
   * many seconds, would only hold up its caller.
   */
  orLost<T>(answer: Promise<T>): Promise<T>;
  /** Resolves when the outage is over, or has lasted so long that nobody waits for an answer. */
  untilEnded(): Promise<void>;
}

/** Watches for outages; `lostAfterMs` is how long a request may still be answered once one has begun. */
export function makeOutageWatch(lostAfterMs: number): OutageWatch {
  const waiting = new Set<() => void>();
  const held = new Set<() => void>();

  return {
    begun() {
      const met = [...waiting];
      setTimeout(() => {
        for (const giveUp of met) giveUp();
      }, lostAfterMs).unref();
    },
    ended() {
      for (const goOn of held) goOn();
    },
    orLost: (answer) =>
      new Promise((resolve, reject) => {
        const giveUp = (): void => reject(new Error('The connection broke before the answer came.'));
        waiting.add(giveUp);
        answer.then(resolve, reject).finally(() => waiting.delete(giveUp));
      }),
    untilEnded: () =>
      new Promise((resolve) => {
        const goOn = (): void => {
          clearTimeout(timer);
          held.delete(goOn);
          resolve();
        };
        const timer = setTimeout(goOn, lostAfterMs);
        timer.unref();
        held.add(goOn);
      }),
  };
}
