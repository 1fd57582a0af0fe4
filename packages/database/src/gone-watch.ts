/**
 * A worker that is alone looks for others at least so often. It hears of those that join, in the connection that it pings,
 * and looks anew whenever it had to connect again: a look that comes late finds somebody only if PostgreSQL lost a notice.
 */
const ALONE_LOOK_EVERY_MS = 30_000;

/** A worker whose lock nobody holds. */
export interface GoneWorker {
  number: number;
  worker: string;
}

export interface GoneWatch {
  /** A worker of the service has joined: others are looked at from now on. */
  joined(): void;
  /** Those on the list that are gone; where this worker is known to be alone, none, without a look. */
  findGone(find: () => Promise<(GoneWorker & { gone: boolean })[]>): Promise<GoneWorker[]>;
}

/** Looks for dead workers only while there are others than this one; `ownNumber` is null while nothing would be heard of others. */
export function makeGoneWatch(ownNumber: () => number | null, nowMs = () => performance.now()): GoneWatch {
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
