import type { Retention } from '@parley/messaging/retention';

export interface KeepRetentionDeps {
  findRetentions(now: Date): Promise<Retention[]>;
  /** Erases at most a batch; returns how many. */
  eraseCommentsBefore(tenantId: number, before: Date): Promise<number>;
  now(): Date;
}

/** Consecutive batches of one tenant before others have their turn. */
const MAX_BATCHES = 20;

/** Erases comments beyond the retention period of their tenant; true when more are waiting. */
export function makeKeepRetention({ findRetentions, eraseCommentsBefore, now }: KeepRetentionDeps) {
  async function eraseOf({ tenantId, before }: Retention): Promise<boolean> {
    for (let batch = 0; batch < MAX_BATCHES; batch++)
      if ((await eraseCommentsBefore(tenantId, before)) === 0) return false;
    return true;
  }
  return async (): Promise<boolean> => {
    let isMore = false;
    for (const retention of await findRetentions(now())) isMore = (await eraseOf(retention)) || isMore;
    return isMore;
  };
}
