import { reportBroken } from '@parley/bus/report-broken-channel';
import type { SendFailure } from '@parley/providers/send-outcome';
import { hasTokenExpired } from '@parley/providers/tiktok/tiktok-error';
import { openAccessToken } from '../adapters/access-token.ts';
import type { AccountPoll, ClaimedPoll } from '../domain/account-poll.ts';
import { planScans, stateAfterScan, statesOf, type VideoStates } from '../domain/plan-scans.ts';
import { BudgetSpent, makeBudget } from '../domain/poll-budget.ts';
import type { PollOutcome } from '../domain/poll-schedule.ts';
import { nullIfTargetGone, requireValue, ScanFailed } from '../domain/scan-failed.ts';
import type { CommentsService } from '../service.ts';
import { renewToken } from './renew-token.ts';
import { scanVideo } from './scan-video.ts';
import { storeScan } from './store-scan.ts';
import { waitForTurn } from './wait-for-turn.ts';

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
export async function pollAccount(
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
