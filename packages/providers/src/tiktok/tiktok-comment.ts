import { z } from 'zod';
import { textOf, timeOf } from '../http/json-walk.ts';
import { boundId, countFrom } from '../received/tidy-values.ts';

/** A comment on a video of the account, from the comment lists (docs/reference/tt.md#comments). */
export interface TiktokComment {
  id: string;
  videoId: string;
  /** Null for top-level comments. */
  parentId: string | null;
  text: string;
  /** `id` equals that of the same person's direct messages. */
  from: { id: string; name: string | null };
  /** Written by the account itself. */
  isOwn: boolean;
  at: Date;
  /** Number of replies. */
  replies: number;
  isHidden: boolean;
}

const Comment = z.looseObject({
  comment_id: z.string().min(1),
  video_id: z.string().min(1),
  create_time: z.union([z.string(), z.number()]),
});

/** More than any comment has; the largest int4 of PostgreSQL. */
const MAX_REPLIES = 1_000_000_000;

/** Reads one comment of a list; null when its ids or its time are missing. */
export function readTiktokComment(given: unknown): TiktokComment | null {
  const parsed = Comment.safeParse(given);
  if (!parsed.success) return null;
  const comment = parsed.data;
  const personId = textOf(comment.unique_identifier) ?? textOf(comment.user_id);
  const at = timeOf(comment.create_time);
  if (personId === null || at === null) return null;
  const parentId = textOf(comment.parent_comment_id);
  return {
    id: boundId(comment.comment_id),
    videoId: boundId(comment.video_id),
    parentId: parentId === null || parentId === '0' || parentId === comment.comment_id ? null : boundId(parentId),
    text: textOf(comment.text) ?? '',
    from: { id: boundId(personId), name: textOf(comment.display_name) ?? textOf(comment.username) },
    isOwn: comment.owner === true,
    at,
    replies: Math.min(countFrom(comment.replies) ?? 0, MAX_REPLIES),
    isHidden: (textOf(comment.status) ?? 'PUBLIC').toUpperCase() !== 'PUBLIC',
  };
}
