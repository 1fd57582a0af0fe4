import { type PollOutcome, scheduleNext } from '../domain/poll-schedule.ts';
import type { ClaimedPoll, PollStore } from '../storage/poll-store.ts';
import type { PollAccount } from './poll-account.ts';

export interface RunPollsDeps extends Pick<PollStore, 'matchAccounts' | 'findDue' | 'claimDue' | 'finish'> {
  pollAccount: PollAccount;
  intervalMs: number;
  leaseMs: number;
  now(): Date;
  random(): number;
  count(outcome: PollOutcome['kind']): void;
}

/** Maximum wait of a newly connected account for its first poll; also the interval of the search for due accounts. */
export const MATCH_EVERY_MS = 5000;
/** The first poll of a new connection starts soon: replies to older comments from before it have no events. */
const FIRST_WITHIN_MS = 10_000;

export interface RunPolls {
  /** When the next account is due; null when none is connected. Called once for all pollers of a process. */
  findDuePoll(): Promise<Date | null>;
  /**
   * Polls the account that has been due for longest; one worker at a time polls an account, across all replicas. True
   * when there may be more. Several workers of a process run this concurrently. A poll whose process died is taken
   * over when its lease expires.
   */
  runPolls(): Promise<boolean>;
}

/** Finds due accounts and polls them. */
export function makeRunPolls(deps: RunPollsDeps): RunPolls {
  let matchedAtMs = Number.NEGATIVE_INFINITY;

  async function finish(poll: ClaimedPoll, { outcome, videos }: Awaited<ReturnType<PollAccount>>): Promise<void> {
    const given = { now: deps.now(), intervalMs: deps.intervalMs, random: deps.random() };
    if (await deps.finish(poll, scheduleNext(outcome, poll.failures, given), videos)) deps.count(outcome.kind);
  }

  async function matchAccounts(now: Date): Promise<void> {
    if (now.getTime() - matchedAtMs < MATCH_EVERY_MS) return;
    matchedAtMs = now.getTime();
    await deps.matchAccounts(now, Math.min(deps.intervalMs, FIRST_WITHIN_MS));
  }

  return {
    async findDuePoll() {
      await matchAccounts(deps.now());
      return deps.findDue();
    },
    async runPolls() {
      const now = deps.now();
      await matchAccounts(now);
      const poll = await deps.claimDue(now, deps.leaseMs);
      if (!poll) return false;
      try {
        await finish(poll, await deps.pollAccount(poll));
      } catch (error) {
        // A failure must block neither other accounts nor this account's next poll.
        await finish(poll, { outcome: { kind: 'failed' }, videos: null });
        throw error;
      }
      return true;
    },
  };
}
