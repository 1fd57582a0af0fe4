import type { GoneWorker } from '@parley/prisma/worker-presence';
import type { Logger } from 'pino';

export interface TakeOverDeps {
  /** Workers whose presence nobody holds. */
  findGone(): Promise<GoneWorker[]>;
  /** Ends the leases of those that are gone; answers the lanes. */
  endLeases(holders: readonly number[]): Promise<string[]>;
  unlist(numbers: readonly number[]): Promise<void>;
  /** These lanes may be claimed. */
  wake(instanceIds: readonly string[]): void;
  nowMs(): number;
  logger: Logger;
}

/** What a dead worker had under way in the database has ended by then, a claim among it. */
const UNLIST_AFTER_MS = 60_000;

/**
 * Looks, once a call, for workers that died, and frees their lanes: nobody waits for the lease of a dead worker. Only
 * who was gone at the look before as well counts as dead, so that a database that restarts, which drops everybody's
 * presence, does not hand the lanes round. A frozen worker still holds its presence; its leases end by their time.
 */
export function makeTakeOver(deps: TakeOverDeps): () => Promise<void> {
  let goneSince = new Map<number, number>();

  return async () => {
    const now = deps.nowMs();
    const gone = await deps.findGone();
    const dead = gone.filter(({ number }) => goneSince.has(number));
    goneSince = new Map(gone.map(({ number }) => [number, goneSince.get(number) ?? now]));
    if (dead.length === 0) return;
    const freed = await deps.endLeases(dead.map(({ number }) => number));
    if (freed.length > 0) {
      const workers = dead.map(({ worker }) => worker);
      deps.logger.warn({ workers, lanes: freed.length }, 'The lanes of a worker that died are free.');
      deps.wake(freed);
    }
    const old = [...goneSince].filter(([, since]) => now - since > UNLIST_AFTER_MS);
    if (old.length > 0) await deps.unlist(old.map(([number]) => number));
  };
}
