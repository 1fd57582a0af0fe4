import type { Claim } from '../domain/turn-facts.ts';
import { leaseEnd, MAX_RUNNING } from '../domain/turn-limits.ts';
import type { BotsService } from '../service.ts';
import { claimTurns, releaseTurn } from '../storage/turn-store.ts';
import { runTurn } from './run-turn.ts';

const BATCH = 64;
const AGAIN_MS = 2000;

async function run(service: BotsService, claim: Claim, signal: AbortSignal): Promise<void> {
  const { database, logger } = service;
  const { turn } = claim;
  try {
    await runTurn(service, claim, signal);
  } catch (error) {
    logger.warn(
      'bot-turn.failed',
      { err: error, turn_id: turn.id },
      'A turn of a bot could not be run; it is tried again.',
    );
    // If the release fails too, the lease expires.
    await releaseTurn(database, turn, new Date(service.now().getTime() + AGAIN_MS)).catch(() => {});
  }
}

/**
 * Starts due turns, each under a lease that is renewed while it runs; true when more may be waiting. A turn stops
 * generating when another message arrives, a person intervenes, or its lease is lost.
 */
export async function runDueTurns(service: BotsService): Promise<boolean> {
  const { runningTurns, claims } = service;
  const count = Math.min(BATCH, MAX_RUNNING - runningTurns.size);
  if (count <= 0) return false;
  const now = service.now();
  const holder = await claims.holder.claimAs();
  const claimed = await claimTurns(service.database, { now, until: leaseEnd(now), count, holder });
  for (const claim of claimed) runningTurns.start(claim, (signal) => run(service, claim, signal));
  return claimed.length === count;
}
