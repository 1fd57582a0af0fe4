import { Controller, Inject } from '@nestjs/common';
import { Handles } from '@parley/bus/handles';
import type { CallContext } from '@parley/common/call-context';
import { commentReply } from '@parley/common/contracts/comments/comment-reply';
import { comments } from '@parley/common/contracts/comments/comments';
import { listCommentThread } from '@parley/common/contracts/comments/list-comment-thread';
import { erasePerson, eraseTenantData } from '@parley/common/contracts/internal/erase-data';
import { storeComments } from '@parley/common/contracts/internal/store-comments';
import type { InputOf } from '@parley/common/define-contract';
import { type CommentsService, SERVICE } from './service.ts';
import { eraseCommentsOfPerson } from './use-cases/erase-comments-of-person.ts';
import { eraseCommentsOfTenant } from './use-cases/erase-comments-of-tenant.ts';
import { listComments } from './use-cases/list-comments.ts';
import { listThread } from './use-cases/list-thread.ts';
import { replyToComment } from './use-cases/reply-to-comment.ts';
import { storeCommentChanges } from './use-cases/store-comment-changes.ts';

@Controller()
export class CommentsController {
  readonly #service: CommentsService;
  constructor(@Inject(SERVICE) service: CommentsService) {
    this.#service = service;
  }

  @Handles(storeComments)
  async store(input: InputOf<typeof storeComments>) {
    return storeCommentChanges(this.#service, input);
  }

  @Handles(comments)
  async list(input: InputOf<typeof comments>, context: CallContext) {
    return listComments(this.#service, input, context);
  }

  @Handles(listCommentThread)
  async listThread(input: InputOf<typeof listCommentThread>, context: CallContext) {
    return listThread(this.#service, input, context);
  }

  @Handles(erasePerson.comments)
  async erasePerson(input: InputOf<(typeof erasePerson)['comments']>) {
    return eraseCommentsOfPerson(this.#service, input);
  }

  @Handles(eraseTenantData.comments)
  async eraseTenantData(input: InputOf<(typeof eraseTenantData)['comments']>) {
    return eraseCommentsOfTenant(this.#service, input);
  }

  @Handles(commentReply)
  async reply(input: InputOf<typeof commentReply>, context: CallContext) {
    return replyToComment(this.#service, input, context);
  }
}
