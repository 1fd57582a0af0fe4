import type { comments } from '@parley/common/contracts/comments/comments';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import type { StoredComment } from '../domain/comment.ts';
import { toCommentData } from '../domain/comment-event.ts';
import { cursorOf, readPosition } from '../domain/list-position.ts';
import type { CommentFilter } from '../storage/list-store.ts';

export interface ListCommentsDeps {
  listComments(tenantId: number, filter: CommentFilter): Promise<StoredComment[]>;
}

/**
 * Comments that were delivered to this account, newest first (docs/reference/comments.md#list). Errors: invalid_cursor.
 */
export function makeListComments({ listComments }: ListCommentsDeps) {
  return async (
    tenantId: number,
    { platform, limit, post_id: postId, cursor }: InputOf<typeof comments>,
  ): Promise<OutputOf<typeof comments>> => {
    const after = readPosition(cursor);
    const found = await listComments(tenantId, { platform, postId: postId ?? null, after, limit: limit + 1 });
    const shown = found.slice(0, limit);
    const last = shown.at(-1);
    return {
      ok: true,
      count: shown.length,
      comments: shown.map((comment) => ({ ...toCommentData(comment), replied: comment.replied })),
      next_cursor: found.length > limit && last ? cursorOf({ createdMs: last.createdAt.getTime(), id: last.id }) : null,
    };
  };
}
