import type { MessengerClient } from '@parley/providers/graph/messenger-client';
import { renewOnce } from '@parley/providers/tiktok/renew-once';
import type { TiktokClient } from '@parley/providers/tiktok/tiktok-client';
import type { PublishReply } from '../domain/platform-replies.ts';
import type { Tokens } from '../use-cases/poll-account.ts';

/** Publishes replies over the platforms' APIs; an expired access token of tt is renewed once. */
export function makePublishReply(
  clients: { pages: Pick<MessengerClient, 'replyToComment'>; tiktok: Pick<TiktokClient, 'replyToComment'> },
  tokens: Tokens,
): PublishReply {
  return async (account, comment, text, limitMs) => {
    const token = tokens.open(account);
    if (account.channel !== 'tt')
      return clients.pages.replyToComment(account.channel, comment.commentId, token, text, limitMs);
    const given = { videoId: comment.postId, commentId: comment.commentId, text };
    return renewOnce({
      token,
      untilMs: Date.now() + limitMs,
      call: (usable, leftMs) => clients.tiktok.replyToComment(usable, account.externalId, given, leftMs),
      renew: (untilMs) => tokens.renew(account, untilMs),
    });
  };
}
