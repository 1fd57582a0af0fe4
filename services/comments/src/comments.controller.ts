import { Controller, Inject } from '@nestjs/common';
import { Handles } from '@parley/bus/handles';
import { type CallContext, callerOf } from '@parley/common/call-context';
import { commentReply } from '@parley/common/contracts/comments/comment-reply';
import { comments } from '@parley/common/contracts/comments/comments';
import { listCommentThread } from '@parley/common/contracts/comments/list-comment-thread';
import { erasePerson, eraseTenantData } from '@parley/common/contracts/internal/erase-data';
import { storeComments } from '@parley/common/contracts/internal/store-comments';
import type { InputOf } from '@parley/common/define-contract';
import { USE_CASES, type UseCases } from './compose.ts';

@Controller()
export class CommentsController {
  readonly #do: UseCases;
  constructor(@Inject(USE_CASES) useCases: UseCases) {
    this.#do = useCases;
  }

  @Handles(storeComments)
  async store(input: InputOf<typeof storeComments>) {
    return this.#do.storeComments(input);
  }

  @Handles(comments)
  async list(input: InputOf<typeof comments>, context: CallContext) {
    return this.#do.listComments(callerOf(context).tenantId, input);
  }

  @Handles(listCommentThread)
  async listThread(input: InputOf<typeof listCommentThread>, context: CallContext) {
    return this.#do.listThread(input, context);
  }

  @Handles(erasePerson.comments)
  async erasePerson(input: InputOf<(typeof erasePerson)['comments']>) {
    return this.#do.eraseData.erasePerson(input);
  }

  @Handles(eraseTenantData.comments)
  async eraseTenantData(input: InputOf<(typeof eraseTenantData)['comments']>) {
    return this.#do.eraseData.eraseTenantData(input);
  }

  @Handles(commentReply)
  async reply(input: InputOf<typeof commentReply>, context: CallContext) {
    return this.#do.replyToComment(input, context);
  }
}
