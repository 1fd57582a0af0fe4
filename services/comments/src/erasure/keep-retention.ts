import { findRetentions, type Retention } from '@parley/messaging/retention';
import type { CommentsService } from '../service.ts';
import { eraseBatchBefore } from './erase.store.ts';

/** Consecutive batches of one tenant before others have their turn. */
const MAX_BATCHES = 20;

async function eraseOf({ database, now }: CommentsService, { tenantId, before }: Retention): Promise<boolean> {
  for (let batch = 0; batch < MAX_BATCHES; batch++)
    if ((await eraseBatchBefore(database, tenantId, before, now())) === 0) return false;
  return true;
}

/** Erases comments beyond the retention period of their tenant; true when more are waiting. */
export async function keepRetention(service: CommentsService): Promise<boolean> {
  const { database, environment, now } = service;
  let isMore = false;
  for (const retention of await findRetentions(database, environment.PARLEY_RETENTION_DAYS, now()))
    isMore = (await eraseOf(service, retention)) || isMore;
  return isMore;
}
