import { verb } from '@parley/bus/verb';
import { tenantIdOf } from '@parley/common/call-context';
import { startConversation as contract } from '@parley/common/contracts/console/start-conversation';
import { AppError } from '@parley/common/errors';
import { prepareSend } from '../content/prepare-send.steps.ts';
import type { SendService } from '../service.ts';
import { findMessage } from './message.store.ts';
import { idempotencyOf, ownerOfTenant, senderOf } from './send.rules.ts';
import { toError } from './send-errors.rules.ts';
import { sendMessage } from './send-message.steps.ts';

/**
 * Sends a member's first message to a number (docs/reference/console.md#new-message): origin `dashboard`, the rules and the
 * price of every send. A repeat under the same Idempotency-Key answers with the first message and its conversation.
 */
export const startConversation = verb(contract, async (service: SendService, input, context) => {
  const tenantId = tenantIdOf(context);
  const { channel, from } = input;
  const content = await prepareSend(service, input, { tenantId, key: ownerOfTenant(tenantId) });
  const { answer, conversationId } = await sendMessage(service, {
    tenantId,
    instanceId: null,
    origin: 'dashboard',
    channel,
    from,
    namedConversationId: null,
    commentId: null,
    idempotency: idempotencyOf(context),
    deadlineAt: context.deadlineAt,
    memberId: senderOf(context),
    ...content,
  });
  if (!answer.ok) throw toError(answer);
  const { messageId, to } = answer.output;
  const place = conversationId ?? (await findMessage(service.database, tenantId, messageId))?.conversationId;
  // An erasure may have deleted the message of a repeated request.
  if (place === undefined) throw new AppError('unknown_message');
  return { messageId, channel, to, conversationId: place };
});
