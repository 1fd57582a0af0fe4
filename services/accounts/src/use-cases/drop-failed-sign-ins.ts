import { FORGOTTEN_AFTER_MS } from '../domain/sign-in-pause.ts';
import type { AccountsService } from '../service.ts';
import { deleteOldFailures } from '../storage/failure-store.ts';

/** Deletes a batch; true when there may be more. */
export async function dropFailedSignIns({ database, now }: AccountsService): Promise<boolean> {
  return deleteOldFailures(database, new Date(now().getTime() - FORGOTTEN_AFTER_MS));
}
