import type { TiktokState, TiktokStoredComment } from '../state/tiktok-state.ts';

const PICTURE = 'https://p16-sign-va.tiktokcdn.com/a.jpeg?x-expires=1790000000';

/** The comments of a video, or the replies to a comment, newest first. */
export function commentsBelow(
  state: TiktokState,
  given: { openId: string; videoId: string; parentId: string | null },
): TiktokStoredComment[] {
  return [...state.comments.values()]
    .filter(({ openId, videoId }) => openId === given.openId && videoId === given.videoId)
    .filter(({ parentId }) => parentId === given.parentId)
    .sort((one, other) => other.createdAtMs - one.createdAtMs || (other.id > one.id ? 1 : -1));
}

/** A comment as TikTok's lists show it (docs/reference/tt.md#comments). */
export function showComment(state: TiktokState, comment: TiktokStoredComment) {
  const account = state.accounts.get(comment.openId);
  const person = comment.personId === null ? null : state.person(comment.personId);
  const writer = person ?? { id: comment.openId, username: account?.username, displayName: account?.displayName };
  return {
    comment_id: comment.id,
    video_id: comment.videoId,
    user_id: `u${writer.id}`,
    unique_identifier: writer.id,
    create_time: String(Math.floor(comment.createdAtMs / 1000)),
    text: comment.text,
    likes: 0,
    replies: commentsBelow(state, { ...comment, parentId: comment.id }).length,
    owner: comment.personId === null,
    liked: false,
    pinned: false,
    status: comment.status,
    username: writer.username,
    display_name: writer.displayName,
    profile_image: PICTURE,
    ...(comment.parentId === null ? {} : { parent_comment_id: comment.parentId }),
  };
}
