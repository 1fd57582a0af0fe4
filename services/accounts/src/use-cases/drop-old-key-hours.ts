import { REQUESTS_KEPT_MS } from '../domain/request-days.ts';
import type { AccountsService } from '../service.ts';
import { deleteOldKeyHours } from '../storage/key-use-store.ts';

/** Deletes a batch; true when there may be more. */
export async function dropOldKeyHours({ database, now }: AccountsService): Promise<boolean> {
  return deleteOldKeyHours(database, new Date(now().getTime() - REQUESTS_KEPT_MS));
}
