import type { Retention } from '@parley/messaging/retention';

/** Each step is a separate transaction. */
export interface RetentionStore {
  findRetentions(now: Date): Promise<Retention[]>;
  removeOldQuarantined(retention: Retention): Promise<void>;
  /** Removes a batch; returns counts by kind. */
  removeOldMessages(retention: Retention): Promise<Record<string, number>>;
  /** Removes a batch of empty conversations without activity, and the addresses of people without another one. */
  removeSilent(retention: Retention): Promise<number>;
  /** Removes a batch of contacts whose addresses are gone. */
  removeDetached(): Promise<number>;
}

export interface KeepRetentionDeps extends RetentionStore {
  now(): Date;
}

/** Consecutive batches of one tenant, before the next tenant's turn. */
const MAX_BATCHES = 20;

/**
 * Removes messages that are older than the retention of their tenant, and their dependent rows; true when more are
 * waiting.
 */
export function makeKeepRetention(deps: KeepRetentionDeps) {
  async function removeOf(retention: Retention): Promise<boolean> {
    await deps.removeOldQuarantined(retention);
    for (let batch = 0; batch < MAX_BATCHES; batch++) {
      const { messages = 0 } = await deps.removeOldMessages(retention);
      const silent = await deps.removeSilent(retention);
      if (messages === 0 && silent === 0) return false;
    }
    return true;
  }

  return async (): Promise<boolean> => {
    let isMore = false;
    for (const retention of await deps.findRetentions(deps.now())) isMore = (await removeOf(retention)) || isMore;
    await deps.removeDetached();
    return isMore;
  };
}
