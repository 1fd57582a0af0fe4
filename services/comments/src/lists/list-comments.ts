import { verb } from '@parley/bus/verb';
import { callerOf } from '@parley/common/call-context';
import { comments } from '@parley/common/contracts/comments/comments';
import type { OutputOf } from '@parley/common/define-contract';
import { defineCursor } from '@parley/database/statements/list-cursor';
import type { StoredComment } from '../received/comment.rules.ts';
import type { CommentsService } from '../service.ts';
import { findReported } from './list.store.ts';

const NEWEST_FIRST = defineCursor('comment', { createdMs: 'ms', id: 'int8' });

const toEntry = (comment: StoredComment): OutputOf<typeof comments>['comments'][number] => ({
  platform: comment.platform,
  commentId: comment.commentId,
  postId: comment.postId,
  parentId: comment.parentId,
  text: comment.text,
  ...(comment.media.length > 0 ? { media: comment.media } : {}),
  from: { id: comment.authorId, name: comment.authorName },
  conversationId: comment.conversationId,
  account: { id: comment.account.externalId, number: null, label: comment.account.name },
  createdAt: comment.createdAt.toISOString(),
  replied: comment.replied,
});

/** Comments delivered to this account, newest first (docs/reference/comments.md#list). Errors: invalid_cursor. */
export const listComments = verb(
  comments,
  async (service: CommentsService, { platform, limit, postId, cursor }, context) => {
    const { tenantId } = callerOf(context);
    const after = NEWEST_FIRST.read(cursor);
    const filter = { platform, postId: postId ?? null, after, limit: limit + 1 };
    const found = await findReported(service.database, tenantId, filter);
    const { items, nextCursor } = NEWEST_FIRST.pageOf(found, limit, toEntry, ({ createdAt, id }) => ({
      createdMs: createdAt.getTime(),
      id,
    }));
    return { ok: true, count: items.length, comments: items, nextCursor };
  },
);
