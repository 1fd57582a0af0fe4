import type { PairingRecords } from '../records.ts';
import { forgetSendsBefore } from './send.store.ts';

const KEPT_MS = 7 * 24 * 3_600_000;

/** Deletes a batch of copies of sent messages, a week after they were sent; returns how many. */
export async function forgetOldSends({ database, now }: PairingRecords): Promise<number> {
  return forgetSendsBefore(database, new Date(now().getTime() - KEPT_MS));
}
