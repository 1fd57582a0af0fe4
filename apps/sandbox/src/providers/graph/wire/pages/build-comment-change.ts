import type { CallbackOutcome } from '../../../../callbacks/callback-sender.ts';
import type { Comment, GrantedAccount } from '../../state/page.ts';
import type { PageWebhookOptions, PageWebhooks } from './post-page-webhook.ts';
import { graphTime } from './show-node.ts';

/** Facebook's names for changes of a comment. */
export type CommentVerb = 'add' | 'edited' | 'remove' | 'hide' | 'unhide';

/** Posts the webhook of a comment; Instagram posts new ones only. */
export function postComment(
  webhooks: PageWebhooks,
  granted: GrantedAccount,
  comment: Comment,
  verb: CommentVerb,
  options: PageWebhookOptions = {},
): Promise<CallbackOutcome | null> {
  if (granted.channel === 'fb') return webhooks.postChange(granted, 'feed', feedValue(comment, verb), options);
  if (verb !== 'add') return Promise.resolve(null);
  const field = comment.productType === 'LIVE' ? 'live_comments' : 'comments';
  return webhooks.postChange(granted, field, instagramValue(granted, comment), options);
}

/** The value of a `feed` change; `created_time` (s) is always that of the comment. */
function feedValue(comment: Comment, verb: CommentVerb): Record<string, unknown> {
  const isRemoved = verb === 'remove';
  return {
    ...(comment.from ? { from: { id: comment.from.id, name: comment.from.name } } : {}),
    ...(isRemoved ? {} : { post: postOf(comment) }),
    ...(isRemoved || comment.text === '' ? {} : { message: comment.text }),
    ...(isRemoved || comment.photo === null ? {} : { photo: comment.photo }),
    post_id: comment.postId,
    comment_id: comment.id,
    created_time: Math.floor(comment.atMs / 1000),
    item: 'comment',
    parent_id: comment.parentId ?? comment.postId,
    verb,
  };
}

function postOf(comment: Comment): Record<string, unknown> {
  return {
    status_type: 'mobile_status_update',
    is_published: true,
    updated_time: graphTime(comment.atMs),
    permalink_url: `https://www.facebook.com/${comment.postId.replace('_', '/posts/')}`,
    promotion_status: 'inactive',
    id: comment.postId,
  };
}

function instagramValue(granted: GrantedAccount, comment: Comment): Record<string, unknown> {
  const { from } = comment;
  const ad = comment.productType === 'AD';
  return {
    ...(from
      ? {
          from: {
            id: from.id,
            username: from.username ?? from.name,
            ...(comment.isOwn ? { self_ig_scoped_id: `91${granted.account.slice(-13)}` } : {}),
          },
        }
      : {}),
    media: {
      id: ad ? `17999${comment.postId.slice(5)}` : comment.postId,
      media_product_type: comment.productType,
      ...(ad ? { ad_id: '120000', ad_title: 'Ad', original_media_id: comment.postId } : {}),
    },
    id: comment.id,
    text: comment.text,
    ...(comment.parentId === null ? {} : { parent_id: comment.parentId }),
  };
}
