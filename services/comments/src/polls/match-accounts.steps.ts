import type { CommentsService } from '../service.ts';
import { matchPolls } from './poll.store.ts';

/** The first poll of a new connection starts soon: replies to older comments from before it have no events. */
const FIRST_WITHIN_MS = 10_000;

/** Adds polls of newly connected accounts, and removes those of disconnected ones; throttled. */
export async function matchAccounts(
  { database, environment, matchThrottle }: CommentsService,
  now: Date,
): Promise<void> {
  if (!matchThrottle.admits(now)) return;
  await matchPolls(database, now, Math.min(environment.PARLEY_TIKTOK_POLL_SECONDS * 1000, FIRST_WITHIN_MS));
}
