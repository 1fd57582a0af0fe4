import type { AccountsService } from '../service.ts';
import { deleteOldPlaces } from '../storage/place-store.ts';

/** The lifetime of the browser's device cookie. */
const PLACE_KEPT_MS = 180 * 24 * 3_600_000;

/** Deletes a batch; true when there may be more. */
export async function dropOldPlaces({ database, now }: AccountsService): Promise<boolean> {
  return deleteOldPlaces(database, new Date(now().getTime() - PLACE_KEPT_MS));
}
