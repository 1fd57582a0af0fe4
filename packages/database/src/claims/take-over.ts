import { randomUUID } from 'node:crypto';
import type { Logger } from '@parley/runtime/logger';
import type { Database } from '../connection/connect-database.ts';
import { isDatabaseUnavailable } from '../sql.ts';
import { type ClaimHolder, makeClaimHolder } from './claim-holder.ts';
import type { DeadWorker } from './dead-worker-detector.ts';
import { findDeadWorkers, holdPresence, LOCK_FAILED, unlistGone } from './worker-presence.ts';

export interface TakeOverDeps {
  /** Finds workers whose presence lock no process holds. */
  findGone(): Promise<DeadWorker[]>;
  /** Ends the claims of those that are still dead; returns the number of ended claims. */
  endClaims(holders: readonly number[]): Promise<number>;
  unlist(numbers: readonly number[]): Promise<void>;
  nowMs(): number;
  /** Called for workers that died and left claims. */
  report(workers: readonly string[], claims: number): void;
}

/** By then every statement of a dead worker has ended, including one that claims. */
const UNLIST_AFTER_MS = 60_000;

/**
 * Each call checks for dead workers and ends their claims, so that no work waits for the claims' end times. A worker is
 * considered dead when two consecutive checks find it dead: a restart of PostgreSQL drops every presence for a moment
 * and must not move work. A frozen worker keeps its presence; its claims end at their end time.
 */
export function makeTakeOver(deps: TakeOverDeps): () => Promise<void> {
  let goneSince = new Map<number, number>();

  return async () => {
    const now = deps.nowMs();
    const gone = await deps.findGone();
    const dead = gone.filter(({ number }) => goneSince.has(number));
    goneSince = new Map(gone.map(({ number }) => [number, goneSince.get(number) ?? now]));
    if (dead.length === 0) return;
    const ended = await deps.endClaims(dead.map(({ number }) => number));
    const workers = dead.map(({ worker }) => worker);
    if (ended > 0) deps.report(workers, ended);
    const old = [...goneSince].filter(([, since]) => now - since > UNLIST_AFTER_MS);
    if (old.length > 0) await deps.unlist(old.map(([number]) => number));
  };
}

export interface SharedClaimsOptions {
  database: Pick<Database, 'url' | 'query'>;
  service: string;
  logger: Pick<Logger, 'warn'>;
  endClaims: TakeOverDeps['endClaims'];
}

/** The shared claims of a service's workers. */
export interface SharedClaims {
  holder: ClaimHolder;
  /** Ends the claims of workers that died; call it repeatedly. */
  takeOver(): Promise<void>;
}

/**
 * The claims of a service's workers, each under its presence. Other workers, or the next start, end the claims of a
 * dead worker.
 */
export function makeSharedClaims({ database, service, logger, endClaims }: SharedClaimsOptions): SharedClaims {
  const holder = makeClaimHolder(() =>
    holdPresence({
      database,
      service,
      worker: `${service}-${process.pid}-${randomUUID()}`,
      onLockFailed: (error) => logger.warn('worker-presence.lock-failed', { err: error }, LOCK_FAILED),
    }),
  );
  const look = makeTakeOver({
    findGone: () => holder.presence()?.findGone(database) ?? findDeadWorkers(database, service),
    endClaims,
    unlist: (numbers) => unlistGone(database, numbers),
    nowMs: () => performance.now(),
    report: (workers, claims) =>
      logger.warn('claims.released', { workers, claims }, 'The claims of a dead worker were released.'),
  });
  return {
    holder,
    takeOver: () =>
      look().catch((error: unknown) => {
        // An unavailable database is reported by the code that claims.
        if (!isDatabaseUnavailable(error)) throw error;
      }),
  };
}
