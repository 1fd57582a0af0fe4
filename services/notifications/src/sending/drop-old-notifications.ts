import { dropOld } from '../erasure/erase.store.ts';
import type { NotificationsService } from '../service.ts';

const KEEP_MS = 30 * 24 * 3_600_000;

/** Deletes a batch of ended messages and facts that are older than 30 days. True when there may be more. */
export async function dropOldNotifications({ database, now }: NotificationsService): Promise<boolean> {
  return (await dropOld(database, new Date(now().getTime() - KEEP_MS))) > 0;
}
