import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from './connect-database.ts';
import { type GoneWorker, makeGoneWatch } from './gone-watch.ts';
import { openPresenceSession, PRESENCE_LOCK, type PresenceSession } from './presence-session.ts';
import { type Sql, sqlState } from './sql.ts';
import { defineStatement } from './statement.ts';

export interface PresenceOptions {
  database: Pick<Database, 'url'>;
  /** Whose workers these are: each service asks after its own. */
  service: string;
  /** What the service knows this worker by. */
  worker: string;
  report(error: unknown, what: string): void;
  /** How long a lock may be lost before `onLost` is told; default 300 ms. */
  graceMs?: number;
}

/** Says that a worker process lives: PostgreSQL drops its lock with the connection, so a killed one is known to be gone at once. */
export interface WorkerPresence {
  /** The number that what is claimed carries; null while the lock is not held, and then nothing should be claimed. */
  number(): number | null;
  /**
   * Told when others may have taken everything of this worker: the lock could not be had again within the grace, from a
   * server that others may reach. While the server refuses everybody nothing is told: nobody else can take anything.
   */
  onLost(tell: () => void): void;
  /** Told when the lock is held again: what is still ours has to be confirmed. */
  onBack(tell: () => void): void;
  /**
   * The workers of the service that are gone. Costs nothing where there can be none: a worker that is alone on the list
   * hears of those that join, and looks by itself only now and then.
   */
  findGone(sql: Sql): Promise<GoneWorker[]>;
  /** Gives the lock back. Everything that was held under it is let go of before. */
  close(): Promise<void>;
}

const GRACE_MS = 300;
const AGAIN_MS = 50;
const MAX_AGAIN_MS = 1000;

/** What a server that is down, starts or stops answers to everybody. */
const REFUSES_EVERYBODY = /^(57P0[1-3]|ECONNREFUSED|ENOENT)$/;

function refusesEverybody(error: unknown): boolean {
  const code = sqlState(error) ?? (error instanceof Error && 'code' in error ? String(error.code) : '');
  return REFUSES_EVERYBODY.test(code);
}

/**
 * Holds the presence of this process, in a connection of its own, and takes it again under the same number when it breaks.
 * Needs a session of the server: a pooler in transaction mode would lose the lock.
 */
export function holdPresence({ graceMs = GRACE_MS, ...options }: PresenceOptions): WorkerPresence {
  let number: number | null = null;
  let session: PresenceSession | null = null;
  let isClosed = false;
  let lossTimer: NodeJS.Timeout | undefined;
  const lostListeners: (() => void)[] = [];
  const backListeners: (() => void)[] = [];
  const closing = new AbortController();
  const watch = makeGoneWatch(() => (session === null ? null : number));

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
    for (let againMs = AGAIN_MS; !isClosed; againMs = Math.min(againMs * 2, MAX_AGAIN_MS)) {
      try {
        await hold();
        againMs = AGAIN_MS / 2;
      } catch (error) {
        if (number !== null && refusesEverybody(error)) {
          countLoss();
          againMs = AGAIN_MS;
        } else options.report(error, 'The lock that says that this worker lives could not be taken.');
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
 * SQL that is true when the worker of a number is gone. Within the transaction it also keeps the worker from coming back
 * under this number, so that what is taken from it cannot be in use. Put it over a small materialized set of numbers, never
 * over rows of work: it takes a lock a number.
 */
export const isGone = (column: string): string => `pg_try_advisory_xact_lock_shared(${PRESENCE_LOCK}, ${column})`;

const findEnlisted = defineStatement({
  name: 'presence.find-enlisted',
  text: `WITH enlisted AS MATERIALIZED (SELECT number, worker FROM worker_presence WHERE service = $1)
         SELECT number, worker, ${isGone('number')} AS gone FROM enlisted`,
  params: { service: 'text' },
  row: { number: 'int4!', worker: 'text!', gone: 'bool!' },
});

/** The enlisted workers of a service, and which of them are gone: one look at a lock a worker. A frozen one still holds its lock. */
export const findEnlistedWorkers = (sql: Sql, service: string): Promise<(GoneWorker & { gone: boolean })[]> =>
  findEnlisted.all(sql, { service });

/** The enlisted workers of a service that are gone. */
export const findGoneWorkers = async (sql: Sql, service: string): Promise<GoneWorker[]> =>
  (await findEnlistedWorkers(sql, service))
    .filter(({ gone }) => gone)
    .map(({ number, worker }) => ({ number, worker }));

const unlist = defineStatement({
  name: 'presence.unlist-gone',
  text: `WITH named AS MATERIALIZED (SELECT number FROM unnest($1::int4[]) AS n(number)),
              gone AS MATERIALIZED (SELECT number FROM named WHERE ${isGone('number')})
         DELETE FROM worker_presence p USING gone g WHERE p.number = g.number`,
  params: { numbers: 'int4[]' },
});

/** Takes workers off the list that are still gone. */
export async function unlistGone(sql: Sql, numbers: readonly number[]): Promise<void> {
  await unlist.run(sql, { numbers: [...numbers] });
}
