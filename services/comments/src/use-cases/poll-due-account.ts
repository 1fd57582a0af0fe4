import type { ClaimedPoll } from '../domain/account-poll.ts';
import type { VideoStates } from '../domain/plan-scans.ts';
import { type PollOutcome, scheduleNext } from '../domain/poll-schedule.ts';
import type { CommentsService } from '../service.ts';
import { claimDuePoll, finishPoll } from '../storage/poll-store.ts';
import { matchAccounts } from './match-accounts.ts';
import { pollAccount } from './poll-account.ts';

/** After this time a poll counts as dead: it normally ends after three minutes plus its last call. */
const LEASE_MS = 5 * 60_000;

/** Schedules the account's next poll, unless the claim was lost; the end of a poll wakes the search for due ones. */
async function finish(
  service: CommentsService,
  poll: ClaimedPoll,
  { outcome, videos }: { outcome: PollOutcome; videos: VideoStates | null },
): Promise<void> {
  const { database, environment, metrics, now, random } = service;
  const given = { now: now(), intervalMs: environment.PARLEY_TIKTOK_POLL_SECONDS * 1000, random: random() };
  const next = scheduleNext(outcome, poll.failures, given);
  if (!(await finishPoll(database, poll, next, videos))) return;
  metrics.countPoll(outcome.kind);
  service.wakePolls();
}

/**
 * Polls the account that has been due for longest; one worker at a time polls an account, across all replicas. True
 * when there may be more. Several workers of a process run this concurrently. A poll whose process died is taken over
 * when its lease expires.
 */
export async function pollDueAccount(service: CommentsService): Promise<boolean> {
  const { database, claims } = service;
  const now = service.now();
  await matchAccounts(service, now);
  const poll = await claimDuePoll(database, { now, leaseMs: LEASE_MS, holder: await claims.holder.claimAs() });
  if (!poll) return false;
  try {
    await finish(service, poll, await pollAccount(service, poll));
  } catch (error) {
    // A failure must block neither other accounts nor this account's next poll.
    await finish(service, poll, { outcome: { kind: 'failed' }, videos: null });
    throw error;
  }
  return true;
}
