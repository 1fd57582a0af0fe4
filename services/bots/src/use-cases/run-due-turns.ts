import type { Claim } from '../domain/turn-facts.ts';
import { BUSY_TURNS, leaseEnd, MAX_RUNNING, RESERVED_SLOTS } from '../domain/turn-limits.ts';
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

/** Claims and starts at most `count` due turns of tenants other than `without`; returns how many. */
async function startDue(service: BotsService, count: number, without: readonly number[]): Promise<number> {
  if (count <= 0) return 0;
  const now = service.now();
  const holder = await service.claims.holder.claimAs();
  const claimed = await claimTurns(service.database, { now, until: leaseEnd(now), count, holder, without });
  for (const claim of claimed) service.runningTurns.start(claim, (signal) => run(service, claim, signal));
  return claimed.length;
}

/**
 * Starts due turns, each under a lease that is renewed while it runs; true when more may be waiting. Tenants that run few
 * turns come first, and the last slots are theirs alone. A turn stops generating when another message arrives, a person
 * intervenes, or its lease is lost.
 */
export async function runDueTurns(service: BotsService): Promise<boolean> {
  const { runningTurns } = service;
  const busy = runningTurns.tenantsWith(BUSY_TURNS);
  const count = Math.min(BATCH, MAX_RUNNING - runningTurns.size);
  const started = await startDue(service, count, busy);
  if (busy.length === 0) return count > 0 && started === count;
  const rest = Math.min(BATCH - started, MAX_RUNNING - RESERVED_SLOTS - runningTurns.size);
  const further = await startDue(service, rest, []);
  return (count > 0 && started === count) || (rest > 0 && further === rest);
}
