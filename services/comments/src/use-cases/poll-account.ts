import type { CommentChange } from '@parley/common/contracts/internal/store-comments';
import type { Database } from '@parley/database/connect-database';
import { isolateRefused, isRefusedBySql } from '@parley/database/isolate-refused';
import { retryConflicts } from '@parley/database/retry-conflicts';
import type { Sql } from '@parley/database/sql';
import { refusalReason } from '@parley/messaging/quarantine';
import type { SendFailure } from '@parley/providers/send-outcome';
import type { TiktokClient, TiktokComment } from '@parley/providers/tiktok/tiktok-client';
import type { CommentAccount } from '../domain/comment.ts';
import { planScans, type VideoStates } from '../domain/plan-scans.ts';
import { BudgetSpent, makeBudget, type PollBudget } from '../domain/poll-budget.ts';
import type { PollOutcome } from '../domain/poll-schedule.ts';
import type { ClaimedPoll } from '../storage/poll-store.ts';
import { findAbsent, findKnown, findThreads, rememberThreads, restoreListed } from '../storage/thread-store.ts';
import type { Tokens } from '../tokens.ts';
import type { RateLimiter } from './rate-limiter.ts';
import { requireValue, type ScanDeps, ScanFailed, scanVideo, type VideoScan } from './scan-video.ts';
import { applyChanges } from './store-comments.ts';

export interface PollAccountDeps {
  tiktok: Pick<TiktokClient, 'listComments' | 'listReplies' | 'listVideos'>;
  tokens: Tokens;
  database: Pick<Database, 'query' | 'transaction'>;
  rateLimiter: RateLimiter;
  wakeLanes(instanceIds: string[]): void;
  /** Keeps a comment that cannot be stored because of its content. */
  setAside(account: CommentAccount, change: CommentChange, reason: string): Promise<void>;
  now(): Date;
}

/** Well within the lease of the poll, whatever the last call takes. */
const POLL_WITHIN_MS = 3 * 60_000;
const MAX_CALLS = 30;
const IDLE_MS = 300;
const RENEW_WITHIN_MS = 20_000;
const TOKEN_EXPIRED = 40102;
const TOO_FREQUENT = 40100;
/** TikTok tells whole seconds: a comment of the second that the account was connected in may be younger than that. */
const wholeSecond = (at: Date): Date => new Date(Math.floor(at.getTime() / 1000) * 1000);
/** A list may still show for a moment what was just removed. */
const LIST_LAG_MS = 60_000;

const toChange = (openId: string, comment: TiktokComment): CommentChange => ({
  platform: 'tt',
  external_id: openId,
  change: 'added',
  comment_id: comment.id,
  post_id: comment.videoId,
  parent_id: comment.parentId,
  text: comment.text,
  from: comment.from,
  is_own: comment.isOwn,
  at: comment.at.toISOString(),
});

const toRemoval = (openId: string, commentId: string, at: Date): CommentChange => ({
  platform: 'tt',
  external_id: openId,
  change: 'removed',
  comment_id: commentId,
  post_id: null,
  parent_id: null,
  text: '',
  from: null,
  is_own: false,
  at: at.toISOString(),
});

/** Everything that reads for one account, paced and counted. */
function readerOf(deps: PollAccountDeps, { account }: ClaimedPoll, budget: PollBudget, now: Date) {
  const { database, tiktok } = deps;
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
    findThreads: (commentIds) => findThreads(database, account.id, commentIds),
    findKnown: (commentIds) => findKnown(database, account.id, commentIds),
    findAbsent: (part) => findAbsent(database, { ...part, accountId: account.id }),
  };
  const listVideos = async () => {
    const waitedMs = await turn();
    const { videos } = requireValue(await tiktok.listVideos(token, account.externalId));
    return { videos, isIdle: waitedMs < IDLE_MS };
  };
  return { scanning, listVideos };
}

/**
 * Stores what a scan found, with its events and with what is to be known the next time, in one transaction. A comment that
 * the database refuses because of its content is set aside: it keeps nobody from being told of the others.
 */
async function store(deps: PollAccountDeps, { account }: ClaimedPoll, scan: VideoScan, now: Date): Promise<void> {
  const changes = [
    ...scan.fresh.map((one) => toChange(account.externalId, one)),
    ...scan.removed.map((id) => toRemoval(account.externalId, id, now)),
  ];
  const apply = (sql: Sql, some: readonly CommentChange[]): Promise<string[]> =>
    applyChanges(
      sql,
      some.map((change) => ({ account, change })),
      deps.now(),
    );
  const restore = (sql: Sql): Promise<void> =>
    restoreListed(sql, account.id, scan.shown, new Date(now.getTime() - LIST_LAG_MS));
  const commit = async (work: (sql: Sql) => Promise<string[]>): Promise<void> =>
    deps.wakeLanes(await retryConflicts(() => deps.database.transaction(work)));
  try {
    await commit(async (sql) => {
      await restore(sql);
      const woken = await apply(sql, changes);
      await rememberThreads(sql, account.id, scan.threads);
      return woken;
    });
  } catch (error) {
    if (!isRefusedBySql(error)) throw error;
    await isolateRefused(changes, {
      run: (part) => commit((sql) => apply(sql, part)),
      isRefused: isRefusedBySql,
      setAside: (change, refusal) => deps.setAside(account, change, refusalReason(refusal)),
    });
    await commit(async (sql) => {
      await restore(sql);
      await rememberThreads(sql, account.id, scan.threads);
      return [];
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
  const code = Number(failure.provider.code);
  if (code === TOO_FREQUENT || failure.retryAfterMs !== null)
    return { kind: 'limited', retryAfterMs: failure.retryAfterMs };
  if (code !== TOKEN_EXPIRED) return { kind: 'failed' };
  const renewed = await deps.tokens.renew(account, Date.now() + RENEW_WITHIN_MS);
  return { kind: renewed === null ? 'failed' : 'refreshed' };
}

/**
 * Fetches the new comments of one account, none older than the connection (docs/reference/tt.md#comments): its recent
 * videos, and the comments of those that {@link planScans} names. What was stored stays stored, and known, when a later
 * call fails or the poll has taken its share; the next poll goes on there.
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
        await store(deps, claimed, scan, now);
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
