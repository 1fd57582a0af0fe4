import { tellInboxChanged } from '@parley/bus/tell-inbox-changed';
import { wakeDeliveries } from '@parley/bus/wake-deliveries';
import { retryConflicts } from '@parley/database/retry-conflicts';
import type { TransactionSql } from '@parley/database/sql';
import type { CommentsService } from '../service.ts';

/** Notifications to send after the commit. */
export interface CommittedChanges {
  /** Keys and platform webhooks to wake. */
  woken: string[];
  /** Tenants whose open pages no event refreshes: edits, removals, answers of the account itself. */
  changed: number[];
}

/**
 * Runs `work` in one transaction, and retries it after a conflict with another one. After the commit it wakes the
 * lanes of the new events, and notifies open pages of the inbox.
 */
export async function commitChanges<Changes extends CommittedChanges>(
  { database, bus }: CommentsService,
  work: (sql: TransactionSql) => Promise<Changes>,
): Promise<Changes> {
  const changes = await retryConflicts(() => database.transaction(work));
  wakeDeliveries(bus, changes.woken);
  tellInboxChanged(bus, changes.changed);
  return changes;
}
