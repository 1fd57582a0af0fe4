import type { AccountsService } from '../service.ts';
import { deleteEndedVisits } from '../storage/issuer-store.ts';

/** Deletes a batch; true when there may be more. */
export async function dropEndedIssuerVisits({ database, now }: AccountsService): Promise<boolean> {
  return deleteEndedVisits(database, now());
}
