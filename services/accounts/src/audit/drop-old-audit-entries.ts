import type { AccountsService } from '../service.ts';
import { dayOf } from './audit.rules.ts';
import { deleteOldAuditCounts, deleteOldAuditEntries } from './audit.store.ts';

const KEEP_MS = 365 * 24 * 3_600_000;

/** Deletes a batch of old entries, and the counts of earlier days; true when there may be more. */
export async function dropOldAuditEntries({ database, now }: AccountsService): Promise<boolean> {
  const hasMoreCounts = await deleteOldAuditCounts(database, dayOf(now()));
  return (await deleteOldAuditEntries(database, new Date(now().getTime() - KEEP_MS))) || hasMoreCounts;
}
