const BROKE = 'The connection broke.';

/** The error of work that its deadline has overtaken; the message names the work. */
export class LateError extends Error {
  constructor(what: string) {
    super(`${what} took too long.`);
  }
}

/** Time for one answer of the network to a query that may be repeated. */
const QUERY_MS = 8000;

export type Limits = ReturnType<typeof makeLimits>;

/**
 * Limits work on a connection to a deadline and to the life of the connection: after its end the library rejects no
 * query that still waits for an answer.
 */
export function makeLimits() {
  const running = new Set<(reason: Error) => void>();
  let isBroken = false;

  /** Rejects with LateError at the deadline (ms since the epoch) or when the connection breaks, while the work continues. */
  function within<T>(what: string, work: Promise<T>, deadline: number): Promise<T> {
    return new Promise((resolve, reject) => {
      if (isBroken) reject(new Error(BROKE));
      const end = (): void => {
        clearTimeout(timer);
        running.delete(reject);
      };
      const late = (): void => {
        end();
        reject(new LateError(what));
      };
      const timer = setTimeout(late, Math.max(deadline - Date.now(), 1));
      running.add(reject);
      work.then(resolve, reject).finally(end);
    });
  }
  return {
    within,
    /** Queries the network until the deadline, and once more when the first answer does not come: it may have been lost. */
    async queryTwice<T>(what: string, query: () => Promise<T>, deadline: number, answerMs = QUERY_MS): Promise<T> {
      try {
        return await within(what, query(), Math.min(deadline, Date.now() + answerMs));
      } catch (error) {
        if (!(error instanceof LateError) || Date.now() >= deadline) throw error;
        return within(what, query(), deadline);
      }
    },
    /** The connection is closed. */
    broken(): void {
      isBroken = true;
      for (const reject of running) reject(new Error(BROKE));
      running.clear();
    },
  };
}
