import { type CallContext, tenantIdOf } from '@parley/common/call-context';
import type { startConversation as contract } from '@parley/common/contracts/console/start-conversation';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { ownerOfTenant } from '../domain/reservation.ts';
import { toError } from '../domain/send-errors.ts';
import { idempotencyOf, senderOf } from '../domain/send-order.ts';
import type { SendService } from '../service.ts';
import { findMessage } from '../storage/message-store.ts';
import { prepareSend } from './prepare-send.ts';
import { sendMessage } from './send-message.ts';

/**
 * Sends a member's first message to a number (docs/reference/console.md#new-message): origin `dashboard`, the rules and the
 * price of every send. A repeat under the same Idempotency-Key answers with the first message and its conversation.
 */
export async function startConversation(
  service: SendService,
  input: InputOf<typeof contract>,
  context: CallContext,
): Promise<OutputOf<typeof contract>> {
  const tenantId = tenantIdOf(context);
  const { channel, from } = input;
  const prepared = await prepareSend(service, input, { tenantId, key: ownerOfTenant(tenantId) });
  const { answer, conversationId } = await sendMessage(
    service,
    {
      tenantId,
      instanceId: null,
      origin: 'dashboard',
      channel,
      from,
      conversationId: null,
      commentId: null,
      idempotency: idempotencyOf(context),
      deadlineAt: context.deadlineAt,
      memberId: senderOf(context),
    },
    prepared,
  );
  if (!answer.ok) throw toError(answer);
  const { messageId, to } = answer.output;
  const place = conversationId ?? (await findMessage(service.database, tenantId, messageId))?.conversationId;
  // An erasure may have deleted the message of a repeated request.
  if (place === undefined) throw new AppError('unknown_message');
  return { messageId, channel, to, conversationId: place };
}
