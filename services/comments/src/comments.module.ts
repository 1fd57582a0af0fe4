import { type DynamicModule, Module } from '@nestjs/common';
import { doorsOf } from '@parley/bus/verb';
import { eraseCommentsOfPerson } from './erasure/erase-comments-of-person.ts';
import { eraseCommentsOfTenant } from './erasure/erase-comments-of-tenant.ts';
import { listAnswers } from './lists/list-answers.ts';
import { listComments } from './lists/list-comments.ts';
import { listThread } from './lists/list-thread.ts';
import { storeCommentChanges } from './received/store-comment-changes.ts';
import { replyToComment } from './replies/reply-to-comment.ts';
import { type CommentsParts, openCommentsService, SERVICE } from './service.ts';
import { makeWorkers } from './workers.ts';

/** Verbs of the service. */
export const VERBS = [
  storeCommentChanges,
  listComments,
  listThread,
  listAnswers,
  eraseCommentsOfPerson,
  eraseCommentsOfTenant,
  replyToComment,
];

@Module({})
class CommentsModule {}

/** The comments service: comments in, lists, replies, polls of TikTok. Wiring only. */
export function makeCommentsModule(parts: CommentsParts): DynamicModule {
  const service = openCommentsService(parts);
  return {
    module: CommentsModule,
    controllers: [doorsOf(SERVICE, VERBS)],
    providers: [{ provide: SERVICE, useValue: service }, ...makeWorkers(service)],
  };
}
