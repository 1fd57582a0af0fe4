import type { BotsService } from '../service.ts';
import { mayRestart } from './decide-turn.rules.ts';
import { leaseEnd } from './turn.rules.ts';
import { renewLeases } from './turn.store.ts';

/** Renews the leases of running turns, and aborts those that must not continue. Returns false. */
export async function renewTurnLeases({ database, runningTurns, now }: BotsService): Promise<boolean> {
  if (runningTurns.size === 0) return false;
  const { held } = runningTurns;
  const renewed = new Map((await renewLeases(database, held, leaseEnd(now()))).map((turn) => [turn.id, turn]));
  for (const turn of held) {
    const current = renewed.get(turn.id);
    const isOutdated = current?.triggerMessageId !== turn.triggerMessageId && mayRestart(turn);
    if (!current?.isCurrent || isOutdated) runningTurns.abort(turn);
  }
  return false;
}
