import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../connection/connect-database.ts';
import { type Sql, sqlState } from '../sql.ts';
import { defineStatement } from '../statements/statement.ts';
import { type DeadWorker, makeDeadWorkerDetector } from './dead-worker-detector.ts';
import { openPresenceSession, PRESENCE_LOCK, type PresenceSession } from './presence-session.ts';

export interface PresenceOptions {
  database: Pick<Database, 'url'>;
  /** The service of the worker; a service checks only its own workers. */
  service: string;
  /** The worker's name within the service. */
  worker: string;
  /**
   * Called for each failed attempt to acquire the lock except the first in a row: a slow start fails once, an outage
   * repeatedly.
   */
  onLockFailed(error: unknown): void;
  /** How long a lock may be lost before `onLost` is called; default 300 ms. */
  graceMs?: number;
}

/**
 * Shows that a worker process is alive: PostgreSQL releases its advisory lock with the connection, so that a kill is
 * noticed at once.
 */
export interface WorkerPresence {
  /** The number for claims; null while the lock is not held, when nothing should be claimed. */
  number(): number | null;
  /**
   * Called when others may have taken this worker's work: it could not acquire the lock again within `graceMs`, from a
   * server that others may reach. Not called while the server refuses every connection, because no other worker can
   * take anything then.
   */
  onLost(tell: () => void): void;
  /** Called when the lock is held again: the worker must check which claims are still its own. */
  onBack(tell: () => void): void;
  /**
   * The dead workers of the service. Usually no query while this worker is alone: it is notified when others join, and
   * rarely checks without a notification.
   */
  findGone(sql: Sql): Promise<DeadWorker[]>;
  /** Releases the lock. Release all claims under it first. */
  close(): Promise<void>;
}

/** The log message about a failed lock. */
export const LOCK_FAILED = 'The advisory lock that shows that this worker is alive could not be taken.';

const GRACE_MS = 300;
const AGAIN_MS = 50;
const MAX_AGAIN_MS = 1000;

/** Errors of a server that is down, starting or stopping. */
const REFUSES_EVERYBODY = /^(57P0[1-3]|ECONNREFUSED|ENOENT)$/;

function refusesEverybody(error: unknown): boolean {
  const code = sqlState(error) ?? (error instanceof Error && 'code' in error ? String(error.code) : '');
  return REFUSES_EVERYBODY.test(code);
}

/**
 * Holds the presence lock of this process on its own connection, and acquires it again under the same number when the
 * connection breaks. It needs its own session, which a pooler in transaction mode does not provide.
 */
export function holdPresence({ graceMs = GRACE_MS, ...options }: PresenceOptions): WorkerPresence {
  let number: number | null = null;
  let session: PresenceSession | null = null;
  let isClosed = false;
  let lossTimer: NodeJS.Timeout | undefined;
  const lostListeners: (() => void)[] = [];
  const backListeners: (() => void)[] = [];
  const closing = new AbortController();
  const watch = makeDeadWorkerDetector(() => (session === null ? null : number));

  function countLoss(): void {
    clearTimeout(lossTimer);
    lossTimer = setTimeout(() => {
      for (const tell of lostListeners) tell();
    }, graceMs);
  }

  async function hold(): Promise<void> {
    const { database, service, worker } = options;
    const opened = await openPresenceSession({
      url: database.url,
      service,
      worker,
      number,
      onJoined: watch.joined,
    });
    if (isClosed) return opened.leave();
    const isBack = number !== null;
    ({ number } = opened);
    session = opened;
    watch.joined();
    clearTimeout(lossTimer);
    if (isBack) for (const tell of backListeners) tell();
    await opened.broken;
    session = null;
    if (!isClosed) countLoss();
  }

  async function run(): Promise<void> {
    let failedInARow = 0;
    for (let againMs = AGAIN_MS; !isClosed; againMs = Math.min(againMs * 2, MAX_AGAIN_MS)) {
      try {
        await hold();
        failedInARow = 0;
        againMs = AGAIN_MS / 2;
      } catch (error) {
        if (number !== null && refusesEverybody(error)) {
          countLoss();
          againMs = AGAIN_MS;
        } else if (++failedInARow > 1) options.onLockFailed(error);
      }
      await pause(againMs, undefined, { signal: closing.signal }).catch(() => {});
    }
  }
  const running = run();

  return {
    number: () => (session === null ? null : number),
    onLost: (tell) => void lostListeners.push(tell),
    onBack: (tell) => void backListeners.push(tell),
    findGone: (sql) => watch.findGone(() => findEnlistedWorkers(sql, options.service)),
    async close() {
      isClosed = true;
      clearTimeout(lossTimer);
      closing.abort();
      await session?.leave();
      await running;
    },
  };
}

/**
 * SQL that is true when the worker with a number is dead. It acquires the worker's lock until the transaction ends, so
 * the worker cannot return before that and use the work that is taken from it. Apply it to a small materialized set of
 * numbers, never to rows of work: it acquires one lock per number.
 */
export const isGone = (column: string): string => `pg_try_advisory_xact_lock_shared(${PRESENCE_LOCK}, ${column})`;

const findEnlisted = defineStatement({
  name: 'presence.find-enlisted',
  text: `WITH enlisted AS MATERIALIZED (SELECT number, worker FROM worker_presence WHERE service = $1)
         SELECT number, worker, ${isGone('number')} AS gone FROM enlisted`,
  params: { service: 'text' },
  row: { number: 'int4!', worker: 'text!', gone: 'bool!' },
});

/** The listed workers of a service, and which of them are dead: one lock check for each. A frozen worker still holds its lock. */
export const findEnlistedWorkers = (sql: Sql, service: string): Promise<(DeadWorker & { gone: boolean })[]> =>
  findEnlisted.all(sql, { service });

/** The listed workers of a service that are dead. */
export const findDeadWorkers = async (sql: Sql, service: string): Promise<DeadWorker[]> =>
  (await findEnlistedWorkers(sql, service))
    .filter(({ gone }) => gone)
    .map(({ number, worker }) => ({ number, worker }));

const listRunning = defineStatement({
  name: 'presence.list-running',
  text: `WITH enlisted AS MATERIALIZED (SELECT number, service, worker, since FROM worker_presence ORDER BY service, number LIMIT $1::int4),
              looked AS MATERIALIZED (SELECT number, service, worker, since, ${isGone('number')} AS gone FROM enlisted)
         SELECT service, worker, since FROM looked WHERE NOT gone ORDER BY service, number`,
  params: { count: 'int4' },
  row: { service: 'text', worker: 'text', since: 'timestamptz' },
});

/** The workers of every service that are not dead. */
export const listRunningWorkers = (
  sql: Sql,
  count: number,
): Promise<{ service: string; worker: string; since: Date }[]> => listRunning.all(sql, { count });

const unlist = defineStatement({
  name: 'presence.unlist-gone',
  text: `WITH named AS MATERIALIZED (SELECT number FROM unnest($1::int4[]) AS n(number)),
              gone AS MATERIALIZED (SELECT number FROM named WHERE ${isGone('number')})
         DELETE FROM worker_presence p USING gone g WHERE p.number = g.number`,
  params: { numbers: 'int4[]' },
});

/** Removes workers from the list that are still dead. */
export async function unlistGone(sql: Sql, numbers: readonly number[]): Promise<void> {
  await unlist.run(sql, { numbers: [...numbers] });
}
