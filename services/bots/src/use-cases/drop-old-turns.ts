import type { Retention } from '@parley/messaging/retention';

export interface DropOldTurnsDeps {
  findRetentions(now: Date): Promise<Retention[]>;
  /** Deletes a batch; returns how many. */
  dropTurnsBefore(retention: Retention): Promise<number>;
  now(): Date;
}

/** Deletes turns older than their tenant's retention period; returns whether there may be more. */
export const makeDropOldTurns = (deps: DropOldTurnsDeps) => async (): Promise<boolean> => {
  let dropped = 0;
  for (const retention of await deps.findRetentions(deps.now())) dropped += await deps.dropTurnsBefore(retention);
  return dropped > 0;
};
