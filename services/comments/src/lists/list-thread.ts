import { verb } from '@parley/bus/verb';
import { tenantIdOf } from '@parley/common/call-context';
import { ANSWER_MAX_BYTES, countFitting } from '@parley/common/contract/fit-answer';
import { ANSWERS_MAX, listCommentThread } from '@parley/common/contracts/comments/list-comment-thread';
import { AppError } from '@parley/common/errors';
import { defineCursor } from '@parley/database/statements/list-cursor';
import type { CommentsService } from '../service.ts';
import { joinThreads, toThreadComment } from './comment-thread.rules.ts';
import { findAnswers, findParents, hasConversation, listOfConversation } from './conversation-thread.store.ts';

/** Maximum size of the person's comments, and of the rest of their threads: both together fit the bus. */
const HALF_MAX_BYTES = ANSWER_MAX_BYTES / 2;

const NEWEST_FIRST = defineCursor('comment-thread', { id: 'int8' });

/**
 * A person's comments with their threads, for the inbox (docs/reference/console.md#comments). Errors:
 * unknown_conversation, invalid_cursor.
 */
export const listThread = verb(
  listCommentThread,
  async ({ database }: CommentsService, { id: conversationId, limit, cursor }, context) => {
    const tenantId = tenantIdOf(context);
    const before = NEWEST_FIRST.read(cursor)?.id ?? null;
    if (!(await hasConversation(database, tenantId, conversationId))) throw new AppError('unknown_conversation');
    const found = await listOfConversation(database, tenantId, { conversationId, before, limit: limit + 1 });
    const { items, nextCursor } = NEWEST_FIRST.pageOf(
      found,
      Math.min(limit, countFitting(found, HALF_MAX_BYTES)),
      (comment) => comment,
      ({ id }) => ({ id }),
    );
    const parents = await findParents(database, tenantId, items);
    const answers = await findAnswers(database, tenantId, [...parents, ...items], ANSWERS_MAX);
    const around = [...parents, ...answers];
    const shown = around.slice(0, countFitting(around, HALF_MAX_BYTES));
    return { comments: joinThreads(items, shown).map(toThreadComment), nextCursor };
  },
);
