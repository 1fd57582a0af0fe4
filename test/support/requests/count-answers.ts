/** The requests of one phase of a test, as their callers saw them. */
export interface Phase {
  name: string;
  requests: number;
  /** Answered 5xx, or not at all. */
  failed: number;
  /** Failures by status (`broken` without an answer) and the first part of the path that is not the tenant's. */
  failures: Map<string, number>;
  /** Seconds in which a request failed. */
  disturbedSeconds: number;
  tookMs: number;
}

export interface AnswerCounter {
  answered(path: string, status: number | null): void;
  /** Ends the current phase and begins another; returns the one that ended. */
  begin(name: string): Phase;
}

/** The action of the customer API, the noun of the operator API, or the provider of a callback. */
function placeOf(path: string): string {
  const { pathname, searchParams } = new URL(path, 'http://parley');
  const [, noun] = /^\/api\/admin\/tenants\/[^/]+\/([^/]+)/.exec(pathname) ?? [];
  const [, hook] = /^\/hooks\/([^/]+)/.exec(pathname) ?? [];
  return searchParams.get('action') ?? noun ?? hook ?? pathname;
}

/** Counts answers by phase. */
export function makeAnswerCounter(): AnswerCounter {
  let name = 'start';
  let startedAt = Date.now();
  let requests = 0;
  let failures = new Map<string, number>();
  let seconds = new Set<number>();
  return {
    answered(path, status) {
      requests++;
      if (status !== null && status < 500) return;
      const what = `${status ?? 'broken'} ${placeOf(path)}`;
      failures.set(what, (failures.get(what) ?? 0) + 1);
      seconds.add(Math.floor(Date.now() / 1000));
    },
    begin(next) {
      const ended: Phase = {
        name,
        requests,
        failed: [...failures.values()].reduce((sum, count) => sum + count, 0),
        failures,
        disturbedSeconds: seconds.size,
        tookMs: Date.now() - startedAt,
      };
      name = next;
      startedAt = Date.now();
      requests = 0;
      failures = new Map();
      seconds = new Set();
      return ended;
    },
  };
}
