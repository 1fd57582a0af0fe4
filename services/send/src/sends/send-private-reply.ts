import { verb } from '@parley/bus/verb';
import { callerOf } from '@parley/common/call-context';
import { sendPrivateReply as sendPrivateReplyContract } from '@parley/common/contracts/internal/send-private-reply';
import { AppError } from '@parley/common/errors';
import { checkLength } from '../content/content.rules.ts';
import type { SendService } from '../service.ts';
import { type Send, senderOf, textOnly } from './send.rules.ts';
import { toError } from './send-errors.rules.ts';
import { sendMessage } from './send-message.steps.ts';

/**
 * Answers a comment privately: a message like any other, charged and with origin api, in the direct-message
 * conversation with the commenter (docs/reference/comments.md#private-replies). The provider's later address for them
 * leads to the same conversation. A message with an unknown outcome is never sent again. Errors: those of the
 * contract, and invalid_message.
 */
export const sendPrivateReply = verb(
  sendPrivateReplyContract,
  async (service: SendService, { channel, externalId, commentId, to, name, message: text }, context) => {
    const { tenantId, instanceId } = callerOf(context);
    checkLength(channel, text, { hasFile: false });
    const send: Send = {
      tenantId,
      instanceId,
      origin: 'api',
      channel,
      from: externalId,
      namedConversationId: null,
      commentId,
      idempotency: null,
      deadlineAt: context.deadlineAt,
      memberId: senderOf(context),
      recipientName: name,
      ...textOnly(to, text),
    };
    const sent = await sendMessage(service, send).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'invalid_from') throw new AppError('not_connected');
      throw error;
    });
    if (!sent.answer.ok) throw toError(sent.answer);
    return { messageId: sent.answer.output.messageId, conversationId: Number(sent.conversationId) };
  },
);
