import type { CommentsService } from '../service.ts';
import { matchAccounts } from './match-accounts.steps.ts';
import { findDueAt } from './poll.store.ts';

/** When the next account is due; null when none is connected. Called once for all pollers of a process. */
export async function findDuePoll(service: CommentsService): Promise<Date | null> {
  await matchAccounts(service, service.now());
  return findDueAt(service.database);
}
