import { findRetentions, type Retention } from '@parley/messaging/retention';
import type { InboxService } from '../service.ts';
import {
  removeDetached,
  removeOldMessages,
  removeOldNotes,
  removeOldQuarantined,
  removeSilent,
} from './retention.store.ts';

/** Consecutive batches of one tenant, before the next tenant's turn. */
const MAX_BATCHES = 20;

/**
 * Removes messages and notes that are older than the retention of their tenant, and their dependent rows; true when more are
 * waiting.
 */
export async function keepRetention(service: InboxService): Promise<boolean> {
  const { environment, database, now } = service;
  let isMore = false;
  for (const retention of await findRetentions(database, environment.PARLEY_RETENTION_DAYS, now()))
    isMore = (await removeOf(service, retention)) || isMore;
  await database.transaction(removeDetached);
  return isMore;
}

async function removeOf({ database }: InboxService, retention: Retention): Promise<boolean> {
  await removeOldQuarantined(database, retention);
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const { messages = 0 } = await database.prismaTransaction((transaction) =>
      removeOldMessages(transaction, retention),
    );
    const notes = await database.prismaTransaction((transaction) => removeOldNotes(transaction, retention));
    const silent = await database.transaction((sql) => removeSilent(sql, retention));
    if (messages === 0 && notes === 0 && silent === 0) return false;
  }
  return true;
}
