import { type CallContext, callerOf } from '@parley/common/call-context';
import type { sendPrivateReply } from '@parley/common/contracts/internal/send-private-reply';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { checkLength } from '../domain/message-length.ts';
import type { SendOrder } from '../domain/send-order.ts';
import { senderOf } from './answer-send.ts';
import { type SendMessage, toError } from './send-message.ts';

/**
 * Answers a comment privately: a message like any other, charged and with origin api, in the direct-message
 * conversation with the commenter (docs/reference/comments.md#private-replies). The provider's later address for them
 * leads to the same conversation. A message with an unknown outcome is never sent again. Errors: those of the
 * contract, and invalid_message.
 */
export function makeSendPrivateReply(sendMessage: SendMessage) {
  return async (
    { channel, externalId, commentId, to, name, message: text }: InputOf<typeof sendPrivateReply>,
    context: CallContext,
  ): Promise<OutputOf<typeof sendPrivateReply>> => {
    const caller = callerOf(context);
    checkLength(channel, text, false);
    const order: SendOrder = {
      tenantId: caller.tenantId,
      instanceId: caller.instanceId,
      origin: 'api',
      channel,
      from: externalId,
      conversationId: null,
      commentId,
      idempotency: null,
      deadlineAt: context.deadlineAt,
      memberId: senderOf(context),
      recipientName: name,
    };
    const message = { to, text, media: null, template: null };
    const { answer, conversationId } = await sendMessage(order, {
      message,
      attachments: [],
      files: [],
      file: null,
    }).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'invalid_from') throw new AppError('not_connected');
      throw error;
    });
    if (!answer.ok) throw toError(answer);
    return { messageId: answer.output.messageId, conversationId: Number(conversationId) };
  };
}
