/**
 * Starts a round of a worker from any code that creates work. It is a member of the service from the start; the worker
 * connects itself to it later. A call before that is kept for the worker, so that none is lost.
 */
export interface Wake {
  (): void;
  /** Connects the worker, and wakes it at once if there was a call before. */
  connect(wake: () => void): void;
}

export function makeWake(): Wake {
  let wakeWorker: (() => void) | null = null;
  let isPending = false;
  const wake = (): void => {
    if (wakeWorker) wakeWorker();
    else isPending = true;
  };
  const connect = (given: () => void): void => {
    wakeWorker = given;
    if (isPending) given();
    isPending = false;
  };
  return Object.assign(wake, { connect });
}

/** {@link Wake} for some of a worker's keys. */
export interface KeyedWake {
  (keys: readonly string[]): void;
  connect(wake: (keys: readonly string[]) => void): void;
}

export function makeKeyedWake(): KeyedWake {
  const pending = new Set<string>();
  let wakeWorker: ((keys: readonly string[]) => void) | null = null;
  const wakePending = makeWake();
  const wake = (keys: readonly string[]): void => {
    if (wakeWorker) wakeWorker(keys);
    else {
      for (const key of keys) pending.add(key);
      wakePending();
    }
  };
  const connect = (given: (keys: readonly string[]) => void): void => {
    wakeWorker = given;
    wakePending.connect(() => given([...pending]));
    pending.clear();
  };
  return Object.assign(wake, { connect });
}
