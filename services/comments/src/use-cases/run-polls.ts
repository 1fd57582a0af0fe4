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

/** So long an account that was connected waits for its first moment; the bound of the look for due ones as well. */
export const MATCH_EVERY_MS = 5000;
/** A new connection's first poll comes soon: what is answered to older comments before it is not told. */
const FIRST_WITHIN_MS = 10_000;

export interface RunPolls {
  /** When the next account is due; null: none is connected. One asks for all workers of a process. */
  findDuePoll(): Promise<Date | null>;
  /**
   * Polls the account that is due the longest; each is one worker's at a time, over all replicas. True when there may be
   * more. Several workers of a process run it at once. A poll whose process died is taken up when its lease ends.
   */
  runPolls(): Promise<boolean>;
}

/** Looks for accounts that are due, and polls them. */
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
        // Others are not kept from their turn, nor this account from its next.
        await finish(poll, { outcome: { kind: 'failed' }, videos: null });
        throw error;
      }
      return true;
    },
  };
}
