import { type CallContext, callerOf } from '@parley/common/call-context';
import type { sendPrivateReply as sendPrivateReplyContract } from '@parley/common/contracts/internal/send-private-reply';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { checkLength } from '../domain/message-length.ts';
import { textOnly } from '../domain/prepared-send.ts';
import { toError } from '../domain/send-errors.ts';
import { type SendOrder, senderOf } from '../domain/send-order.ts';
import type { SendService } from '../service.ts';
import { sendMessage } from './send-message.ts';

/**
 * Answers a comment privately: a message like any other, charged and with origin api, in the direct-message
 * conversation with the commenter (docs/reference/comments.md#private-replies). The provider's later address for them
 * leads to the same conversation. A message with an unknown outcome is never sent again. Errors: those of the
 * contract, and invalid_message.
 */
export async function sendPrivateReply(
  service: SendService,
  { channel, externalId, commentId, to, name, message: text }: InputOf<typeof sendPrivateReplyContract>,
  context: CallContext,
): Promise<OutputOf<typeof sendPrivateReplyContract>> {
  const { tenantId, instanceId } = callerOf(context);
  checkLength(channel, text, { hasFile: false });
  const order: SendOrder = {
    tenantId,
    instanceId,
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
  const sent = await sendMessage(service, order, textOnly(to, text)).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'invalid_from') throw new AppError('not_connected');
    throw error;
  });
  if (!sent.answer.ok) throw toError(sent.answer);
  return { messageId: sent.answer.output.messageId, conversationId: Number(sent.conversationId) };
}
