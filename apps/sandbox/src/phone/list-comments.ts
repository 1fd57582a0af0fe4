import { fieldsOf, listOf, textIn } from '../http/read-fields.ts';
import { ACTS_OF } from './phone-acts.ts';
import type { PhoneChat } from './phone-chat.ts';

/** A comment below a post of the account. */
export interface PhoneComment {
  id: string;
  post: string;
  parent: string | null;
  /** Whether the account wrote it. */
  byAccount: boolean;
  /** Null if the platform does not report it. */
  writer: string | null;
  text: string;
  hidden: boolean;
  at: string;
}

const MAX_SHOWN = 100;

/** The newest comments below the account's posts, oldest first; empty if the channel has no posts. */
export async function listComments(
  { channel, account }: PhoneChat,
  ask: (path: string) => Promise<unknown>,
): Promise<PhoneComment[]> {
  if (!ACTS_OF[channel].includes('comment')) return [];
  const about = new URLSearchParams({ account });
  if (channel === 'tt') {
    const { comments } = fieldsOf(await ask(`/sandbox/comments/tt?${about}`));
    return listOf(comments)
      .slice(-MAX_SHOWN)
      .map((comment) => ({
        id: textIn(comment, 'comment_id') ?? '',
        post: textIn(comment, 'video_id') ?? '',
        parent: textIn(comment, 'parent_comment_id'),
        byAccount: comment.owner === true,
        writer: textIn(comment, 'display_name'),
        text: textIn(comment, 'text') ?? '',
        hidden: comment.status === 'HIDDEN',
        at: new Date(Number(comment.create_time) * 1000).toISOString(),
      }));
  }
  const { comments } = fieldsOf(await ask(`/sandbox/comments?channel=${channel}&limit=50000&${about}`));
  return listOf(comments)
    .filter(({ deleted }) => deleted !== true)
    .slice(-MAX_SHOWN)
    .map((comment) => ({
      id: textIn(comment, 'id') ?? '',
      post: textIn(comment, 'post_id') ?? '',
      parent: textIn(comment, 'parent_id'),
      byAccount: comment.is_own === true,
      writer: textIn(fieldsOf(comment.from), channel === 'ig' ? 'username' : 'name'),
      text: textIn(comment, 'text') ?? '',
      hidden: comment.hidden === true,
      at: textIn(comment, 'at') ?? '',
    }));
}
