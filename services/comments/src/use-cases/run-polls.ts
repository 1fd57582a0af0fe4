import { type PollOutcome, scheduleNext } from '../domain/poll-schedule.ts';
import type { PollStore } from '../storage/poll-store.ts';
import type { PollAccount } from './poll-account.ts';

export interface RunPollsDeps extends Pick<PollStore, 'matchAccounts' | 'claimDue' | 'finish'> {
  pollAccount: PollAccount;
  intervalMs: number;
  leaseMs: number;
  now(): Date;
  random(): number;
  count(outcome: PollOutcome['kind']): void;
}

/** Claimed at once: few, so that several replicas share what is due. */
const CLAIM_AT_ONCE = 5;
const MATCH_EVERY_MS = 5000;

/**
 * Polls what is due, the longest due first; each account is one replica's at a time. True when there is more. A poll whose
 * process died is taken up when its lease ends.
 */
export function makeRunPolls(deps: RunPollsDeps) {
  let matchedAtMs = Number.NEGATIVE_INFINITY;
  return async (): Promise<boolean> => {
    const now = deps.now();
    if (now.getTime() - matchedAtMs >= MATCH_EVERY_MS) {
      await deps.matchAccounts(now, deps.intervalMs);
      matchedAtMs = now.getTime();
    }
    const claimed = await deps.claimDue(now, deps.leaseMs, CLAIM_AT_ONCE);
    for (const poll of claimed) {
      const { outcome, progress } = await deps.pollAccount(poll);
      const given = { now: deps.now(), intervalMs: deps.intervalMs, random: deps.random() };
      if (await deps.finish(poll, scheduleNext(outcome, poll.failures, given), progress)) deps.count(outcome.kind);
    }
    return claimed.length > 0;
  };
}
