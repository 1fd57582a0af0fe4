import { type CallContext, callerOf } from '@parley/common/call-context';
import { commentReply } from '@parley/common/contracts/comments/comment-reply';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import type { Replayed } from '@parley/common/replayed';
import { withIdempotencyKey } from '@parley/messaging/with-idempotency-key';
import type { NewReply } from '../domain/reply-intent.ts';
import { checkReply } from '../domain/reply-rules.ts';
import type { CommentsService } from '../service.ts';
import { findAccount } from '../storage/account-store.ts';
import { findComment } from '../storage/list-store.ts';
import { beginReply } from '../storage/reply-store.ts';
import { answerPrivately } from './answer-privately.ts';
import { publishOnce } from './publish-once.ts';

/**
 * Answers a comment publicly and, where the platform takes that, also privately, once per Idempotency-Key
 * (docs/reference/comments.md#replies). Errors: unknown_comment, channel_not_allowed, private_message_not_supported,
 * invalid_message, invalid_private_message, not_connected, idempotency_mismatch, graph_error, tiktok_error,
 * provider_timeout.
 */
export async function replyToComment(
  service: CommentsService,
  input: InputOf<typeof commentReply>,
  context: CallContext,
): Promise<OutputOf<typeof commentReply> | Replayed<OutputOf<typeof commentReply>>> {
  const store = { database: service.unmappedDatabase, cipher: service.cipher };
  return withIdempotencyKey(store, commentReply, context, () => publishAnswers(service, input, context));
}

/** Checks everything before anything is published. */
async function publishAnswers(
  service: CommentsService,
  input: InputOf<typeof commentReply>,
  context: CallContext,
): Promise<OutputOf<typeof commentReply>> {
  const { tenantId, instanceId, channels } = callerOf(context);
  const comment = await findComment(service.database, tenantId, input.commentId);
  if (!comment) throw new AppError('unknown_comment');
  const { platform } = comment;
  if (!channels.includes(platform)) throw new AppError('channel_not_allowed');
  checkReply(comment, input.message, input.privateMessage);
  const account = await findAccount(service.database, tenantId, comment.account.id);
  if (!account) throw new AppError('not_connected');

  const idempotencyKey = context.idempotency?.key ?? null;
  const reply: NewReply = { tenantId, comment, instanceId, idempotencyKey, text: input.message, at: service.now() };
  const intent = await beginReply(service.database, reply);
  if (!intent.isSame) throw new AppError('idempotency_mismatch');
  const commentId = await publishOnce(service, intent, { account, reply }, context.deadlineAt);
  const { privateMessage: message } = input;
  return {
    ok: true,
    platform,
    commentId,
    inReplyTo: comment.commentId,
    postId: comment.postId,
    privateMessage:
      message === undefined ? null : await answerPrivately(service, intent, { account, comment, message }, context),
  };
}
