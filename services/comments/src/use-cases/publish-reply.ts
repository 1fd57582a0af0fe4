import type { SendOutcome } from '@parley/providers/send-outcome';
import { renewOnce } from '@parley/providers/tiktok/renew-once';
import { openAccessToken } from '../adapters/access-token.ts';
import type { CommentAccount } from '../domain/comment.ts';
import type { NewReply } from '../domain/reply-intent.ts';
import type { CommentsService } from '../service.ts';
import { renewToken } from './renew-token.ts';

/**
 * Publishes a reply at the platform with one call; callers decide on retries. An expired access token of tt is renewed
 * once.
 */
export async function publishReply(
  service: CommentsService,
  account: CommentAccount,
  { comment, text }: NewReply,
  limitMs: number,
): Promise<SendOutcome> {
  const { pages, tiktok } = service;
  const token = openAccessToken(service.cipher, account);
  if (account.channel !== 'tt') return pages.replyToComment(account.channel, comment.commentId, token, text, limitMs);
  const reply = { videoId: comment.postId, commentId: comment.commentId, text };
  return renewOnce({
    token,
    untilMs: Date.now() + limitMs,
    call: (usable, leftMs) => tiktok.replyToComment(usable, account.externalId, reply, leftMs),
    renew: (untilMs) => renewToken(service, account, untilMs),
  });
}
