import type { CommentsService } from '../service.ts';
import { findDueAt } from '../storage/poll-store.ts';
import { matchAccounts } from './match-accounts.ts';

/** When the next account is due; null when none is connected. Called once for all pollers of a process. */
export async function findDuePoll(service: CommentsService): Promise<Date | null> {
  await matchAccounts(service, service.now());
  return findDueAt(service.database);
}
