/**
 * How often a worker that is alone checks for others. It also gets a notification when one joins, and checks after each
 * reconnect, so this check only matters when PostgreSQL lost a notification.
 */
const ALONE_LOOK_EVERY_MS = 30_000;

/** A worker whose lock no process holds. */
export interface DeadWorker {
  number: number;
  worker: string;
}

export interface DeadWorkerDetector {
  /** A worker of the service has joined: from now on every check runs. */
  joined(): void;
  /** Workers on the list that are dead. Returns none without a query while this worker is known to be alone. */
  findGone(find: () => Promise<(DeadWorker & { gone: boolean })[]>): Promise<DeadWorker[]>;
}

/** Checks for dead workers only while there are others; `ownNumber` returns null while notifications cannot arrive. */
export function makeDeadWorkerDetector(
  ownNumber: () => number | null,
  nowMs = () => performance.now(),
): DeadWorkerDetector {
  let aloneSinceMs: number | null = null;
  let joins = 0;

  return {
    joined() {
      joins++;
      aloneSinceMs = null;
    },
    async findGone(find) {
      const own = ownNumber();
      const atMs = nowMs();
      if (own !== null && aloneSinceMs !== null && atMs - aloneSinceMs < ALONE_LOOK_EVERY_MS) return [];
      const before = joins;
      const enlisted = await find();
      const isAlone = own !== null && joins === before && enlisted.every(({ number }) => number === own);
      aloneSinceMs = isAlone ? atMs : null;
      return enlisted.filter(({ gone }) => gone).map(({ number, worker }) => ({ number, worker }));
    },
  };
}
