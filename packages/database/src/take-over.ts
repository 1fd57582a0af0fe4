import { randomUUID } from 'node:crypto';
import { type ClaimHolder, makeClaimHolder } from './claim-holder.ts';
import type { Database } from './connect-database.ts';
import type { GoneWorker } from './gone-watch.ts';
import { isDatabaseUnavailable } from './sql.ts';
import { findGoneWorkers, holdPresence, unlistGone } from './worker-presence.ts';

export interface TakeOverDeps {
  /** Workers whose presence nobody holds. */
  findGone(): Promise<GoneWorker[]>;
  /** Ends the claims of those that are still gone; answers how many. */
  endClaims(holders: readonly number[]): Promise<number>;
  unlist(numbers: readonly number[]): Promise<void>;
  nowMs(): number;
  /** Told of workers that died and left claims. */
  report(workers: readonly string[], claims: number): void;
}

/** What a dead worker had under way in the database has ended by then, a claim among it. */
const UNLIST_AFTER_MS = 60_000;

/**
 * Looks, once a call, for workers that died, and ends what they claimed: nobody waits for the time of a dead worker's
 * claim. Only who was gone at the look before as well counts as dead, so that a database that restarts, which drops
 * everybody's presence, does not hand work round. A frozen worker still holds its presence; its claims end by their time.
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
  logger: { warn(detail: object, message: string): void };
  endClaims: TakeOverDeps['endClaims'];
}

/** How the workers of one service share what they claim. */
export interface SharedClaims {
  holder: ClaimHolder;
  /** To be run again and again: ends the claims of workers that died. */
  takeOver(): Promise<void>;
}

/** The claims of a service's workers, each under its presence, those of a dead one ended by the others or its own next start. */
export function makeSharedClaims({ database, service, logger, endClaims }: SharedClaimsOptions): SharedClaims {
  const holder = makeClaimHolder(() =>
    holdPresence({
      database,
      service,
      worker: `${service}-${process.pid}-${randomUUID()}`,
      report: (error, what) => logger.warn({ err: error }, what),
    }),
  );
  const look = makeTakeOver({
    findGone: () => holder.presence()?.findGone(database) ?? findGoneWorkers(database, service),
    endClaims,
    unlist: (numbers) => unlistGone(database, numbers),
    nowMs: () => performance.now(),
    report: (workers, claims) => logger.warn({ workers, claims }, 'What a worker that died had claimed is free.'),
  });
  return {
    holder,
    takeOver: () =>
      look().catch((error: unknown) => {
        // A database that is away is told of by those who claim.
        if (!isDatabaseUnavailable(error)) throw error;
      }),
  };
}
