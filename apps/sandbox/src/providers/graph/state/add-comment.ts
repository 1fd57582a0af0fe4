import { randomDigits } from '../wire/pages/make-message-id.ts';
import type { MetaState } from './meta-state.ts';
import type { Comment, GrantedAccount } from './page.ts';

/** A comment to write. */
export type NewComment = Pick<Comment, 'text' | 'from' | 'isOwn' | 'byApp' | 'atMs'> &
  Partial<Pick<Comment, 'id' | 'photo' | 'productType' | 'personId'>> & { postId?: string; parentId?: string };

/**
 * Writes a comment below a post or another comment; null if the place does not exist. A reply to a reply joins its
 * thread.
 */
export function addComment(meta: MetaState, granted: GrantedAccount, given: NewComment): Comment | null {
  const parent = given.parentId === undefined ? null : meta.comment(given.parentId);
  if (parent === undefined || parent?.deleted || (parent && parent.account !== granted.account)) return null;
  const postId = parent?.postId ?? given.postId ?? postsOf(granted)[0]?.id;
  if (postId === undefined) return null;
  const comment: Comment = {
    photo: null,
    productType: parent?.productType ?? 'FEED',
    personId: null,
    ...given,
    channel: granted.channel,
    account: granted.account,
    id: given.id ?? makeCommentId(granted, postId),
    postId,
    parentId: parent ? (parent.parentId ?? parent.id) : null,
    hidden: false,
    deleted: false,
    privateReplyMessageId: null,
  };
  meta.comments.set(comment.id.slice(comment.id.lastIndexOf('_') + 1), comment);
  return comment;
}

/** The author when the page or the Instagram account itself writes. */
export function ownAuthor({ channel, account, page }: GrantedAccount): NonNullable<Comment['from']> {
  if (channel === 'fb') return { id: account, name: page.name, username: null };
  return { id: account, name: page.instagram?.name ?? page.name, username: page.instagram?.username ?? null };
}

/** The posts of a page, or the media of its Instagram account. */
export function postsOf({ channel, page }: GrantedAccount) {
  return channel === 'fb' ? page.posts : (page.instagram?.media ?? []);
}

/** Facebook prefixes the post's id to the comment's; on Instagram ids have one part. */
function makeCommentId({ channel }: GrantedAccount, postId: string): string {
  const own = randomDigits(15);
  return channel === 'fb' ? `${postId.slice(postId.indexOf('_') + 1)}_${own}` : `180${own}`;
}
