import { verb } from '@parley/bus/verb';
import { tenantIdOf } from '@parley/common/call-context';
import { ANSWER_MAX_BYTES, countFitting } from '@parley/common/contract/fit-answer';
import { listCommentAnswers } from '@parley/common/contracts/comments/list-comment-answers';
import { ANSWERS_MAX } from '@parley/common/contracts/comments/list-comment-thread';
import type { CommentsService } from '../service.ts';
import { toThreadComment } from './comment-thread.rules.ts';
import { findOwnAnswers } from './conversation-thread.store.ts';

/** The account's own answers to these comments, for the list of the console (docs/reference/console.md#comments). */
export const listAnswers = verb(
  listCommentAnswers,
  async ({ database }: CommentsService, { platform, commentIds }, context) => {
    const found = await findOwnAnswers(database, tenantIdOf(context), { platform, commentIds, limit: ANSWERS_MAX });
    return { comments: found.slice(0, countFitting(found, ANSWER_MAX_BYTES)).map(toThreadComment) };
  },
);
