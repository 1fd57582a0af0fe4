import type { CommentChange } from '@parley/common/contracts/internal/store-comments';
import type { TiktokComment } from '@parley/providers/tiktok/tiktok-client';
import type { CommentAccount } from '../received/comment.rules.ts';
import type { HeldChange } from '../received/plan-comments.rules.ts';
import type { VideoScan } from './scanned-list.rules.ts';

const toAdded = (openId: string, comment: TiktokComment): CommentChange => ({
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

const toRemoved = (openId: string, commentId: string, at: Date): CommentChange => ({
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

/** The changes that a scan found, in the form of a webhook's. */
export function scannedChanges(account: CommentAccount, scan: VideoScan, startedAt: Date): HeldChange[] {
  const added = scan.fresh.map((comment) => toAdded(account.externalId, comment));
  const removed = scan.removed.map((commentId) => toRemoved(account.externalId, commentId, startedAt));
  return [...added, ...removed].map((change) => ({ account, change }));
}
