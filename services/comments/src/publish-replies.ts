import type { MessengerClient } from '@parley/providers/graph/messenger-client';
import type { SendOutcome } from '@parley/providers/send-outcome';
import type { TiktokClient } from '@parley/providers/tiktok/tiktok-client';
import type { CommentAccount } from './domain/comment.ts';
import type { PublishReply } from './domain/platform-replies.ts';
import type { Tokens } from './tokens.ts';

/**
 * TikTok's code of an access token that ran out (docs/reference/tt.md#errors): the refusal proves that nothing was
 * published.
 */
const TOKEN_EXPIRED = 40102;

const hasExpired = (outcome: SendOutcome): boolean =>
  outcome.kind === 'refused' && outcome.provider.code === TOKEN_EXPIRED;

/** Replies through the platforms' own calls; an access token of tt that ran out is renewed once. */
export function makePublishReply(
  clients: { pages: Pick<MessengerClient, 'replyToComment'>; tiktok: Pick<TiktokClient, 'replyToComment'> },
  tokens: Tokens,
): PublishReply {
  const onTiktok = (
    account: CommentAccount,
    token: string,
    given: { videoId: string; commentId: string; text: string },
    limitMs: number,
  ) => clients.tiktok.replyToComment(token, account.externalId, given, limitMs);

  return async (account, comment, text, limitMs) => {
    const token = tokens.open(account);
    if (account.channel !== 'tt')
      return clients.pages.replyToComment(account.channel, comment.commentId, token, text, limitMs);
    const deadlineMs = Date.now() + limitMs;
    const given = { videoId: comment.postId, commentId: comment.commentId, text };
    const outcome = await onTiktok(account, token, given, limitMs);
    if (!hasExpired(outcome)) return outcome;
    const renewed = await tokens.renew(account, deadlineMs);
    return renewed === null ? outcome : onTiktok(account, renewed, given, Math.max(deadlineMs - Date.now(), 1));
  };
}
