import type { AccountsService } from '../service.ts';
import { deleteOldAuditEntries } from '../storage/audit-store.ts';

const KEEP_MS = 365 * 24 * 3_600_000;

/** Deletes a batch; true when there may be more. */
export async function dropOldAuditEntries({ database, now }: AccountsService): Promise<boolean> {
  return deleteOldAuditEntries(database, new Date(now().getTime() - KEEP_MS));
}
