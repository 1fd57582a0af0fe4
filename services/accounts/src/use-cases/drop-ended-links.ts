import type { AccountsService } from '../service.ts';
import { deleteEndedLinks } from '../storage/link-store.ts';

/** Deletes a batch; true when there may be more. */
export async function dropEndedLinks({ database, now }: AccountsService): Promise<boolean> {
  return deleteEndedLinks(database, now());
}
