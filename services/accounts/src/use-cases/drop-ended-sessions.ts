import { IDLE_MS } from '../domain/session-life.ts';
import type { AccountsService } from '../service.ts';
import { deleteUnusedSessions } from '../storage/session-store.ts';

/** Deletes a batch; true when there may be more. */
export async function dropEndedSessions({ database, now }: AccountsService): Promise<boolean> {
  return deleteUnusedSessions(database, new Date(now().getTime() - IDLE_MS));
}
