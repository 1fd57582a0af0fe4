import type { MetaState } from '../../state/meta-state.ts';
import type { Comment, InstagramAccount, Page, PagePost } from '../../state/page.ts';

/** Graph's time format: `2021-07-21T21:05:14+0000`. */
export function graphTime(atMs: number): string {
  return new Date(atMs).toISOString().replace(/\.\d+Z$/, '+0000');
}

/** Every field of an Instagram account that Graph shows. */
export function instagramNode(account: InstagramAccount): Record<string, unknown> {
  return {
    id: account.id,
    username: account.username,
    name: account.name,
    profile_picture_url: `https://scontent.cdninstagram.com/${account.id}.jpg`,
    followers_count: 12,
    media_count: account.media.length,
  };
}

/** Every field of a page that Graph shows to the page's own token. */
export function pageNode(page: Page): Record<string, unknown> {
  return {
    id: page.id,
    name: page.name,
    category: page.category,
    link: `https://www.facebook.com/${page.id}`,
    picture: { data: { url: `https://scontent.xx.fbcdn.net/${page.id}.jpg`, is_silhouette: false } },
    access_token: page.token,
    instagram_business_account: page.instagram ? instagramNode(page.instagram) : undefined,
  };
}

/** Every field of a post of a page, or of a media object of an Instagram account. */
export function postNode(post: PagePost, channel: 'fb' | 'ig'): Record<string, unknown> {
  const at = graphTime(post.createdAtMs);
  if (channel === 'fb') {
    return { id: post.id, message: post.message, created_time: at, permalink_url: permalink(post.id) };
  }
  return {
    id: post.id,
    caption: post.message,
    media_type: 'IMAGE',
    media_product_type: 'FEED',
    permalink: `https://www.instagram.com/p/${post.id}/`,
    timestamp: at,
  };
}

/** Every field of a comment, under its platform's names. */
export function commentNode(meta: MetaState, comment: Comment): Record<string, unknown> {
  return comment.channel === 'fb' ? facebookComment(meta, comment) : instagramComment(meta, comment);
}

/** The replies to a comment that were not deleted, oldest first. */
export function repliesTo(meta: MetaState, comment: Comment): Comment[] {
  return [...meta.comments.values()].filter((reply) => reply.parentId === comment.id && !reply.deleted);
}

function facebookComment(meta: MetaState, comment: Comment): Record<string, unknown> {
  return {
    id: comment.id,
    message: comment.text,
    from: comment.from ? { name: comment.from.name, id: comment.from.id } : undefined,
    created_time: graphTime(comment.atMs),
    parent: comment.parentId === null ? undefined : { id: comment.parentId },
    object: { id: comment.postId },
    attachment:
      comment.photo === null
        ? undefined
        : { type: 'photo', media: { image: { src: comment.photo } }, url: comment.photo },
    comment_count: repliesTo(meta, comment).length,
    like_count: 0,
    is_hidden: comment.hidden,
    can_reply_privately: !comment.isOwn && comment.privateReplyMessageId === null,
    permalink_url: `${permalink(comment.postId)}?comment_id=${comment.id.slice(comment.id.lastIndexOf('_') + 1)}`,
  };
}

function instagramComment(meta: MetaState, comment: Comment): Record<string, unknown> {
  const replies = repliesTo(meta, comment);
  return {
    id: comment.id,
    text: comment.text,
    timestamp: graphTime(comment.atMs),
    username: comment.from?.username ?? undefined,
    from: comment.from ? { id: comment.from.id, username: comment.from.username } : undefined,
    media: { id: comment.postId, media_product_type: comment.productType },
    parent_id: comment.parentId ?? undefined,
    hidden: comment.hidden,
    like_count: 0,
    replies: replies.length === 0 ? undefined : { data: replies.map((reply) => instagramComment(meta, reply)) },
  };
}

function permalink(postId: string): string {
  const [page = '', post = page] = postId.split('_');
  return `https://www.facebook.com/${page}/posts/${post}`;
}
