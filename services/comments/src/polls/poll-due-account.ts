import { reportBroken } from '@parley/bus/channels/report-broken-channel';
import type { SendFailure } from '@parley/providers/sent/send-outcome';
import { hasTokenExpired } from '@parley/providers/tiktok/tiktok-error';
import { openAccessToken, renewToken } from '../accounts/access-token.steps.ts';
import type { CommentsService } from '../service.ts';
import { matchAccounts } from './match-accounts.steps.ts';
import {
  type AccountPoll,
  BudgetSpent,
  type ClaimedPoll,
  makeBudget,
  type PollOutcome,
  scheduleNext,
} from './poll.rules.ts';
import { claimDuePoll, finishPoll } from './poll.store.ts';
import {
  nullIfTargetGone,
  planScans,
  requireValue,
  ScanFailed,
  stateAfterScan,
  statesOf,
  type VideoStates,
} from './scan.rules.ts';
import { scanVideo, storeScan, waitForTurn } from './scan.steps.ts';

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

/** Less than the poll's lease, even if the last call takes its whole timeout. */
const POLL_WITHIN_MS = 3 * 60_000;
const MAX_CALLS = 30;
/** A shorter wait for the rate limit means that the app has calls to spare. */
const IDLE_MS = 300;
const RENEW_WITHIN_MS = 20_000;
const TOO_FREQUENT = 40100;
/** TikTok's times are whole seconds: a comment from the second of the connection may be newer than the connection. */
const wholeSecond = (at: Date): Date => new Date(Math.floor(at.getTime() / 1000) * 1000);

function openPoll({ cipher, now }: CommentsService, { account }: ClaimedPoll): AccountPoll {
  const startedAt = now();
  const nowMs = (): number => now().getTime();
  const budget = makeBudget({ maxCalls: MAX_CALLS, untilMs: startedAt.getTime() + POLL_WITHIN_MS, nowMs });
  return { account, token: openAccessToken(cipher, account), budget, startedAt };
}

async function listVideos(service: CommentsService, { account, token, budget }: AccountPoll) {
  const waitedMs = await waitForTurn(service, budget);
  const { videos } = requireValue(await service.tiktok.listVideos(token, account.externalId));
  return { videos, isIdle: waitedMs < IDLE_MS };
}

async function outcomeOf(
  service: CommentsService,
  { account, startedAt }: AccountPoll,
  failure: SendFailure,
): Promise<PollOutcome> {
  if (failure.kind !== 'refused') return { kind: 'failed' };
  if (failure.channelBroken) reportBroken(service, account, startedAt);
  if (Number(failure.provider.code) === TOO_FREQUENT || failure.retryAfterMs !== null)
    return { kind: 'limited', retryAfterMs: failure.retryAfterMs };
  if (!hasTokenExpired(failure)) return { kind: 'failed' };
  const renewed = await renewToken(service, account, Date.now() + RENEW_WITHIN_MS);
  return { kind: renewed === null ? 'failed' : 'refreshed' };
}

/**
 * Fetches the new comments of one account, none older than the connection (docs/reference/tt.md#comments): its recent
 * videos, and the comments of those that {@link planScans} chooses. Stored results stay when a later call fails or the
 * poll's budget is spent; the next poll continues from there. `videos` is null when the recent ones are unknown.
 */
async function pollAccount(
  service: CommentsService,
  claimed: ClaimedPoll,
): Promise<{ outcome: PollOutcome; videos: VideoStates | null }> {
  const { account, videos: states } = claimed;
  const poll = openPoll(service, claimed);
  const { budget, startedAt: now } = poll;
  let known: VideoStates | null = null;
  try {
    const { videos, isIdle } = await listVideos(service, poll);
    const next = statesOf(videos, states);
    known = next;
    const connectedAt = wholeSecond(account.connectedAt);
    for (const planned of planScans(videos, states, { connectedAt, now, isIdle })) {
      if (budget.isSpent()) break;
      const scan = await scanVideo(service, poll, planned).catch(nullIfTargetGone);
      if (scan) await storeScan(service, poll, scan);
      next[planned.videoId] = stateAfterScan(planned, scan, states[planned.videoId], now);
    }
    return { outcome: { kind: 'done' }, videos: known };
  } catch (error) {
    if (error instanceof BudgetSpent) return { outcome: { kind: 'done' }, videos: known };
    if (!(error instanceof ScanFailed)) throw error;
    return { outcome: await outcomeOf(service, poll, error.failure), videos: known };
  }
}
