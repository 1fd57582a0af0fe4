import { openPresenceSession, PRESENCE_LOCK } from '@parley/database/claims/presence-session';
import type { TestDatabase } from '../database/test-database.ts';
import { pollUntil } from '../poll-until.ts';

/** A worker whose presence a test holds and can end like a kill. */
export interface MortalWorker {
  number: number;
  /** The number for its claims. */
  claimAs(): Promise<number>;
  /** Ends its connection without releasing any claim. */
  die(): Promise<void>;
}

/** Acquires the presence of a worker of this service. */
export async function startMortalWorker({ url, db }: TestDatabase, service: string): Promise<MortalWorker> {
  const { number, broken } = await openPresenceSession({
    url,
    service,
    worker: `${service}-mortal`,
    number: null,
    onJoined() {},
  });
  const holder = {
    text: `SELECT pid FROM pg_locks
            WHERE locktype = 'advisory' AND classid = $1 AND objid = $2 AND mode = 'ExclusiveLock' AND granted
              AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    values: [PRESENCE_LOCK, number],
  };
  return {
    number,
    claimAs: async () => number,
    async die() {
      await db.query({ ...holder, text: `SELECT pg_terminate_backend(pid) FROM (${holder.text}) h` });
      await broken;
      // The server releases the lock shortly after it has closed the connection.
      await pollUntil(async () => ((await db.query(holder)).rowCount === 0 ? true : null), {
        everyMs: 5,
        what: () => 'the lock to be free',
      });
    },
  };
}
