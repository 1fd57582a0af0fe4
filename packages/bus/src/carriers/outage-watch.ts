/** Follows the outages of one bus connection, for the requests and answers in progress. */
export interface OutageWatch {
  begun(): void;
  ended(): void;
  /**
   * Resolves with the answer; rejects `lostAfterMs` after an outage began if no answer has arrived. The request may
   * have been carried out, but its answer was most likely lost with the connection: waiting for the whole deadline
   * would only delay the caller.
   */
  orLost<T>(answer: Promise<T>): Promise<T>;
  /** Resolves when the outage has ended, or has lasted longer than callers wait. */
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
