import { type CallContext, callerOf } from '@parley/common/call-context';
import type { CommentPlatform } from '@parley/common/channels';
import type { commentReply } from '@parley/common/contracts/comments/comment-reply';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import type { CommentAccount, StoredComment } from '../domain/comment.ts';
import { checkReply } from '../domain/reply-rules.ts';
import type { NewReply, ReplyStore } from '../storage/reply-store.ts';
import { type AnswerPrivatelyDeps, makeAnswerPrivately } from './answer-privately.ts';
import { makePublishOnce, type PublishOnceDeps } from './publish-once.ts';

export interface ReplyToCommentDeps extends PublishOnceDeps, AnswerPrivatelyDeps, Pick<ReplyStore, 'beginReply'> {
  findComment(tenantId: number, commentId: string): Promise<StoredComment | null>;
  findAccount(tenantId: number, accountId: number): Promise<CommentAccount | null>;
  /** Sends over services/send; throws its errors. */
  sendPrivately(
    given: { account: CommentAccount; comment: StoredComment; message: string },
    context: CallContext,
  ): Promise<{ messageId: string; conversationId: number }>;
}

const mayUse = (channels: readonly string[], platform: CommentPlatform): boolean => channels.includes(platform);

/**
 * Answers a comment publicly and, on fb and ig, also privately (docs/reference/comments.md#replies). Checks everything
 * before anything is published. Errors: unknown_comment, channel_not_allowed, private_message_not_supported,
 * invalid_message, invalid_private_message, not_connected, idempotency_mismatch, graph_error, tiktok_error,
 * provider_timeout.
 */
export function makeReplyToComment(deps: ReplyToCommentDeps) {
  const publishOnce = makePublishOnce(deps);
  const answerPrivately = makeAnswerPrivately(deps);

  return async (input: InputOf<typeof commentReply>, context: CallContext): Promise<OutputOf<typeof commentReply>> => {
    const caller = callerOf(context);
    const comment = await deps.findComment(caller.tenantId, input.commentId);
    if (!comment) throw new AppError('unknown_comment');
    if (!mayUse(caller.channels, comment.platform)) throw new AppError('channel_not_allowed');
    checkReply(comment.platform, input.message, input.privateMessage);
    const account = await deps.findAccount(caller.tenantId, comment.account.id);
    if (!account) throw new AppError('not_connected');

    const reply: NewReply = {
      tenantId: caller.tenantId,
      comment,
      instanceId: caller.instanceId,
      idempotencyKey: context.idempotency?.key ?? null,
      text: input.message,
      at: deps.now(),
    };
    const intent = await deps.beginReply(reply);
    if (!intent.isSame) throw new AppError('idempotency_mismatch');
    const replyId = await publishOnce(intent, account, reply, context.deadlineAt);
    const { privateMessage: message } = input;
    return {
      ok: true,
      platform: comment.platform,
      commentId: replyId,
      inReplyTo: comment.commentId,
      postId: comment.postId,
      privateMessage:
        message === undefined
          ? null
          : await answerPrivately(intent, () => deps.sendPrivately({ account, comment, message }, context)),
    };
  };
}
