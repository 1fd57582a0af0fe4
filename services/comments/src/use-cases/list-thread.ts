import { type CallContext, tenantIdOf } from '@parley/common/call-context';
import { ANSWERS_MAX, type listCommentThread } from '@parley/common/contracts/comments/list-comment-thread';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { ANSWER_MAX_BYTES, countFitting } from '@parley/common/fit-answer';
import { defineCursor } from '@parley/database/list-cursor';
import { type CommentInThread, joinThreads, toThreadComment } from '../domain/comment-thread.ts';

export interface ListThreadDeps {
  hasConversation(tenantId: number, id: number): Promise<boolean>;
  /** The person's comments, newest first, including removed ones. */
  listOfConversation(
    tenantId: number,
    page: { conversationId: number; before: string | null; limit: number },
  ): Promise<CommentInThread[]>;
  /** The comments that these answer. */
  findParents(tenantId: number, comments: readonly CommentInThread[]): Promise<CommentInThread[]>;
  /** Answers to these comments, newest first. */
  findAnswers(tenantId: number, comments: readonly CommentInThread[], limit: number): Promise<CommentInThread[]>;
}

/** Maximum size of the person's comments, and of the rest of their threads: both together fit the bus. */
const HALF_MAX_BYTES = ANSWER_MAX_BYTES / 2;

const NEWEST_FIRST = defineCursor('comment-thread', { id: 'int8' });

/**
 * A person's comments with their threads, for the inbox (docs/reference/console.md#comments). Errors:
 * unknown_conversation, invalid_cursor.
 */
export function makeListThread(deps: ListThreadDeps) {
  return async (
    { id: conversationId, limit, cursor }: InputOf<typeof listCommentThread>,
    context: CallContext,
  ): Promise<OutputOf<typeof listCommentThread>> => {
    const tenantId = tenantIdOf(context);
    const before = NEWEST_FIRST.read(cursor)?.id ?? null;
    if (!(await deps.hasConversation(tenantId, conversationId))) throw new AppError('unknown_conversation');
    const found = await deps.listOfConversation(tenantId, { conversationId, before, limit: limit + 1 });
    const { items, nextCursor } = NEWEST_FIRST.pageOf(
      found,
      Math.min(limit, countFitting(found, HALF_MAX_BYTES)),
      (comment) => comment,
      ({ id }) => ({ id }),
    );
    const parents = await deps.findParents(tenantId, items);
    const answers = await deps.findAnswers(tenantId, [...parents, ...items], ANSWERS_MAX);
    const around = [...parents, ...answers];
    const shown = around.slice(0, countFitting(around, HALF_MAX_BYTES));
    return { comments: joinThreads(items, shown).map(toThreadComment), nextCursor };
  };
}
