import type { CommentChange } from '@parley/common/contracts/internal/store-comments';
import type { Database } from '@parley/prisma/connect-database';
import type { SendFailure } from '@parley/providers/send-outcome';
import type { TiktokClient, TiktokComment } from '@parley/providers/tiktok/tiktok-client';
import type { PollOutcome } from '../domain/poll-schedule.ts';
import type { ClaimedPoll, PollProgress, PollStore } from '../storage/poll-store.ts';
import type { Tokens } from '../tokens.ts';
import { requireValue, type ScanDeps, ScanFailed, scanVideo, type VideoScan } from './scan-video.ts';
import { applyChanges } from './store-comments.ts';

export interface PollAccountDeps extends ScanDeps, Pick<PollStore, 'rememberReplies'> {
  tiktok: Pick<TiktokClient, 'listComments' | 'listReplies' | 'listVideos'>;
  tokens: Tokens;
  database: Pick<Database, 'transaction'>;
  wakeLanes(instanceIds: string[]): void;
  now(): Date;
}

/** TikTok lists a comment minutes after it was written. */
const OVERLAP_MS = 15 * 60_000;
const TOKEN_EXPIRED = 40102;
const TOO_FREQUENT = 40100;
const RENEW_WITHIN_MS = 20_000;

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

async function outcomeOf(deps: PollAccountDeps, claimed: ClaimedPoll, failure: SendFailure): Promise<PollOutcome> {
  const { code } = failure.provider;
  if (failure.kind === 'refused') {
    if (failure.channelBroken) deps.tokens.reportBroken(claimed.account, deps.now());
    if (code === TOO_FREQUENT || failure.retryAfterMs !== null)
      return { kind: 'limited', retryAfterMs: failure.retryAfterMs };
    if (code === TOKEN_EXPIRED) {
      const renewed = await deps.tokens.renew(claimed.account, Date.now() + RENEW_WITHIN_MS);
      return { kind: renewed === null ? 'failed' : 'refreshed' };
    }
  }
  return { kind: 'failed' };
}

/** Stores what a scan found, with its events, in one transaction. */
async function store(deps: PollAccountDeps, { account }: ClaimedPoll, scan: VideoScan, now: Date): Promise<void> {
  const changes = [
    // Oldest first, so that events tell them in the order in which they were written.
    ...scan.comments
      .toSorted((a, b) => a.at.getTime() - b.at.getTime())
      .map((one) => toChange(account.externalId, one)),
    ...scan.removed.map((id) => toRemoval(account.externalId, id, now)),
  ];
  if (changes.length > 0)
    deps.wakeLanes(await deps.database.transaction((sql) => applyChanges(sql, account, changes, now)));
  if (scan.replies.size > 0) await deps.rememberReplies(account.id, scan.replies);
}

/**
 * Fetches the new comments of one account (issue: fair, bounded, nothing older than the connection): its recent videos,
 * and of those whose number of comments changed, the comments since the last poll. What is stored stays stored when a
 * later call fails; the poll then begins where it was.
 */
export function makePollAccount(deps: PollAccountDeps) {
  return async (claimed: ClaimedPoll): Promise<{ outcome: PollOutcome; progress: PollProgress | null }> => {
    const { account, watermark, counts } = claimed;
    const now = deps.now();
    const since = new Date(Math.max(watermark.getTime() - OVERLAP_MS, account.connectedAt.getTime()));
    try {
      const token = deps.tokens.open(account);
      await deps.pace();
      const { videos } = requireValue(await deps.tiktok.listVideos(token, account.externalId));
      const seen: Record<string, number> = {};
      for (const { id: videoId, comments } of videos) {
        const before = counts[videoId];
        if (comments === null || comments !== before) {
          const more = comments === null || before === undefined ? null : Math.max(comments - before, 0);
          const video = { accountId: account.id, openId: account.externalId, token, videoId, since, more, now };
          await store(deps, claimed, await scanVideo(deps, video), now);
        }
        if (comments !== null) seen[videoId] = comments;
      }
      return { outcome: { kind: 'done' }, progress: { watermark: now, counts: seen } };
    } catch (error) {
      if (!(error instanceof ScanFailed)) throw error;
      return { outcome: await outcomeOf(deps, claimed, error.failure), progress: null };
    }
  };
}

export type PollAccount = ReturnType<typeof makePollAccount>;
