import type { CommentChange } from '@parley/common/contracts/internal/store-comments';
import { isolateRefused, isRefusedBySql } from '@parley/database/isolate-refused';
import { refusalReason } from '@parley/messaging/quarantine';
import type { SendFailure } from '@parley/providers/send-outcome';
import type { TiktokClient, TiktokComment } from '@parley/providers/tiktok/tiktok-client';
import { hasTokenExpired } from '@parley/providers/tiktok/tiktok-error';
import type { CommentAccount } from '../domain/comment.ts';
import { planScans, type VideoStates } from '../domain/plan-scans.ts';
import { BudgetSpent, makeBudget, type PollBudget } from '../domain/poll-budget.ts';
import type { PollOutcome } from '../domain/poll-schedule.ts';
import type { ClaimedPoll } from '../storage/poll-store.ts';
import type { ListedPart } from '../storage/thread-store.ts';
import { type AppliedChanges, applyChanges, type ChangeStore, type InChangeTransaction } from './apply-changes.ts';
import type { RateLimiter } from './rate-limiter.ts';
import { requireValue, type ScanDeps, ScanFailed, scanVideo, type VideoScan } from './scan-video.ts';

/** Access tokens of accounts: services/channel-connect renews them and receives reports of refused ones. */
export interface Tokens {
  open(account: Pick<CommentAccount, 'credentials'>): string;
  /** A new token for a tt account whose token expired; null when there is none by `deadlineMs` (since the epoch). */
  renew(account: CommentAccount, deadlineMs: number): Promise<string | null>;
  /** Reports in the background: if it fails, the next refusal reports it again. */
  reportBroken(account: CommentAccount, observedAt: Date): void;
}

/** The steps of the transaction that stores a scan. */
export interface ScanStore extends ChangeStore {
  /** Restores comments that counted as removed before that time and are listed again. Returns how many. */
  restoreListed(accountId: number, listed: readonly string[], before: Date): Promise<number>;
  /** Stores the reply counts of comments. */
  rememberThreads(accountId: number, threads: ReadonlyMap<string, number>): Promise<void>;
}

export interface PollAccountDeps {
  tiktok: Pick<TiktokClient, 'listComments' | 'listReplies' | 'listVideos'>;
  tokens: Tokens;
  /** The known reply counts of these comments; unknown comments are missing. */
  findThreads(accountId: number, commentIds: readonly string[]): Promise<Map<string, number>>;
  /** Those of the comments that are already stored. */
  findKnown(accountId: number, commentIds: readonly string[]): Promise<Set<string>>;
  /** Stored comments created within the range and missing from the list. */
  findAbsent(part: ListedPart): Promise<string[]>;
  inTransaction: InChangeTransaction<ScanStore>;
  rateLimiter: RateLimiter;
  wakeLanes(instanceIds: string[]): void;
  /** Notifies open pages of the inbox. */
  tellChanged(tenantIds: readonly number[]): void;
  /** Quarantines a comment that cannot be stored because of its content. */
  setAside(account: CommentAccount, change: CommentChange, reason: string): Promise<void>;
  now(): Date;
}

/** Less than the poll's lease, even if the last call takes its whole timeout. */
const POLL_WITHIN_MS = 3 * 60_000;
const MAX_CALLS = 30;
const IDLE_MS = 300;
const RENEW_WITHIN_MS = 20_000;
const TOO_FREQUENT = 40100;
/** TikTok's times are whole seconds: a comment from the second of the connection may be newer than the connection. */
const wholeSecond = (at: Date): Date => new Date(Math.floor(at.getTime() / 1000) * 1000);
/** A list may show a removed comment for a short time. */
const LIST_LAG_MS = 60_000;

const toChange = (openId: string, comment: TiktokComment): CommentChange => ({
  platform: 'tt',
  externalId: openId,
  change: 'added',
  commentId: comment.id,
  postId: comment.videoId,
  parentId: comment.parentId,
  text: comment.text,
  from: comment.from,
  isOwn: comment.isOwn,
  at: comment.at.toISOString(),
});

const toRemoval = (openId: string, commentId: string, at: Date): CommentChange => ({
  platform: 'tt',
  externalId: openId,
  change: 'removed',
  commentId,
  postId: null,
  parentId: null,
  text: '',
  from: null,
  isOwn: false,
  at: at.toISOString(),
});

/** The calls that read one account, rate-limited and counted. */
function readerOf(deps: PollAccountDeps, { account }: ClaimedPoll, budget: PollBudget, now: Date) {
  const { tiktok } = deps;
  const token = deps.tokens.open(account);
  const turn = async (): Promise<number> => {
    budget.take();
    return deps.rateLimiter();
  };
  const scanning: ScanDeps = {
    now,
    listComments: async (videoId, cursor) => {
      await turn();
      return tiktok.listComments(token, account.externalId, videoId, cursor);
    },
    listReplies: async (videoId, commentId, cursor) => {
      await turn();
      return tiktok.listReplies(token, account.externalId, videoId, commentId, cursor);
    },
    findThreads: (commentIds) => deps.findThreads(account.id, commentIds),
    findKnown: (commentIds) => deps.findKnown(account.id, commentIds),
    findAbsent: (part) => deps.findAbsent({ ...part, accountId: account.id }),
  };
  const listVideos = async () => {
    const waitedMs = await turn();
    const { videos } = requireValue(await tiktok.listVideos(token, account.externalId));
    return { videos, isIdle: waitedMs < IDLE_MS };
  };
  return { scanning, listVideos };
}

/**
 * Stores the results of a scan with its events and the state for the next one, in one transaction. A comment that the
 * database refuses because of its content is quarantined and does not block the others.
 */
async function storeScan(deps: PollAccountDeps, { account }: ClaimedPoll, scan: VideoScan, now: Date): Promise<void> {
  const changes = [
    ...scan.fresh.map((one) => toChange(account.externalId, one)),
    ...scan.removed.map((id) => toRemoval(account.externalId, id, now)),
  ];
  const apply = (store: ScanStore, some: readonly CommentChange[]): Promise<AppliedChanges> =>
    applyChanges(
      store,
      some.map((change) => ({ account, change })),
      deps.now(),
    );
  const restore = async (store: ScanStore): Promise<number[]> => {
    const restored = await store.restoreListed(account.id, scan.shown, new Date(now.getTime() - LIST_LAG_MS));
    return restored > 0 ? [account.tenantId] : [];
  };
  const commit = async (work: (store: ScanStore) => Promise<AppliedChanges>): Promise<void> => {
    const { woken, changed } = await deps.inTransaction(work);
    deps.wakeLanes(woken);
    deps.tellChanged(changed);
  };
  try {
    await commit(async (store) => {
      const restored = await restore(store);
      const { woken, changed } = await apply(store, changes);
      await store.rememberThreads(account.id, scan.threads);
      return { woken, changed: [...restored, ...changed] };
    });
  } catch (error) {
    if (!isRefusedBySql(error)) throw error;
    await isolateRefused(changes, {
      run: (part) => commit((store) => apply(store, part)),
      isRefused: isRefusedBySql,
      setAside: (change, refusal) => deps.setAside(account, change, refusalReason(refusal)),
    });
    await commit(async (store) => {
      const changed = await restore(store);
      await store.rememberThreads(account.id, scan.threads);
      return { woken: [], changed };
    });
  }
}

async function outcomeOf(
  deps: PollAccountDeps,
  { account }: ClaimedPoll,
  failure: SendFailure,
  startedAt: Date,
): Promise<PollOutcome> {
  if (failure.kind !== 'refused') return { kind: 'failed' };
  if (failure.channelBroken) deps.tokens.reportBroken(account, startedAt);
  if (Number(failure.provider.code) === TOO_FREQUENT || failure.retryAfterMs !== null)
    return { kind: 'limited', retryAfterMs: failure.retryAfterMs };
  if (!hasTokenExpired(failure)) return { kind: 'failed' };
  const renewed = await deps.tokens.renew(account, Date.now() + RENEW_WITHIN_MS);
  return { kind: renewed === null ? 'failed' : 'refreshed' };
}

/**
 * Fetches the new comments of one account, none older than the connection (docs/reference/tt.md#comments): its recent
 * videos, and the comments of those that {@link planScans} chooses. Stored results stay when a later call fails or the
 * poll's budget is spent; the next poll continues from there.
 */
export function makePollAccount(deps: PollAccountDeps) {
  return async (claimed: ClaimedPoll): Promise<{ outcome: PollOutcome; videos: VideoStates | null }> => {
    const { account, videos: states } = claimed;
    const now = deps.now();
    const nowMs = (): number => deps.now().getTime();
    const budget = makeBudget({ maxCalls: MAX_CALLS, untilMs: now.getTime() + POLL_WITHIN_MS, nowMs });
    const { scanning, listVideos } = readerOf(deps, claimed, budget, now);
    let known: VideoStates | null = null;
    try {
      const { videos, isIdle } = await listVideos();
      const next: VideoStates = {};
      for (const { id } of videos) {
        const state = states[id];
        if (state) next[id] = state;
      }
      known = next;
      const connectedAt = wholeSecond(account.connectedAt);
      for (const planned of planScans(videos, states, { connectedAt, now, isIdle })) {
        if (budget.isSpent()) break;
        const scan = await scanVideo(scanning, planned).catch((error: unknown) => {
          if (error instanceof ScanFailed && error.isOfTarget) return null;
          throw error;
        });
        if (!scan) {
          next[planned.videoId] = { count: planned.count, at: now.getTime(), isOpen: false };
          continue;
        }
        await storeScan(deps, claimed, scan, now);
        const readAtMs = scan.isOpen ? (states[planned.videoId]?.at ?? connectedAt.getTime()) : now.getTime();
        next[planned.videoId] = { count: planned.count, at: readAtMs, isOpen: scan.isOpen };
      }
      return { outcome: { kind: 'done' }, videos: known };
    } catch (error) {
      if (error instanceof BudgetSpent) return { outcome: { kind: 'done' }, videos: known };
      if (!(error instanceof ScanFailed)) throw error;
      return { outcome: await outcomeOf(deps, claimed, error.failure, now), videos: known };
    }
  };
}

export type PollAccount = ReturnType<typeof makePollAccount>;
