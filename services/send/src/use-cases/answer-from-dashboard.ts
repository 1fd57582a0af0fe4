import type { CallContext } from '@parley/common/call-context';
import type { sendFromDashboard } from '@parley/common/contracts/operator/conversations';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError, invalidField } from '@parley/common/errors';
import { tenantOfSlug } from '@parley/database/tenant-of-slug';
import { ownerOfTenant } from '../domain/reservation.ts';
import { toError } from '../domain/send-errors.ts';
import { idempotencyOf, type SendOrder, senderOf } from '../domain/send-order.ts';
import { readSendTime } from '../domain/send-time.ts';
import type { SendService } from '../service.ts';
import { findConversation } from '../storage/message-store.ts';
import { findRepeat } from './find-repeat.ts';
import { prepareSend } from './prepare-send.ts';
import { scheduleMessage } from './schedule-message.ts';
import { sendMessage } from './send-message.ts';

/**
 * Sends a member's answer in a conversation: origin `dashboard`, the same rules, price and Idempotency-Key
 * (docs/reference/sends.md#request).
 */
export async function answerFromDashboard(
  service: SendService,
  { slug, id, ...given }: InputOf<typeof sendFromDashboard>,
  context: CallContext,
): Promise<OutputOf<typeof sendFromDashboard>> {
  const tenantId = await tenantOfSlug(service.database, slug);
  const conversation = await findConversation(service.database, tenantId, id);
  if (!conversation) throw new AppError('unknown_conversation');
  const { channel, peer } = conversation;
  const idempotency = idempotencyOf(context);
  const owner = ownerOfTenant(tenantId);
  const order: SendOrder = {
    tenantId,
    instanceId: null,
    origin: 'dashboard',
    channel,
    from: null,
    conversationId: id,
    commentId: null,
    idempotency,
    deadlineAt: context.deadlineAt,
    memberId: senderOf(context),
  };
  let sent = await findRepeat(service, owner, idempotency, given);
  if (!sent) {
    const sendAt = readSendTime(given.sendAt, service.now());
    const prepared = await prepareSend(service, { channel, to: peer, ...given }, { tenantId, key: owner });
    if (prepared.quoted && prepared.quoted.conversationId !== id)
      throw invalidField('reply_to', 'reply_to names a message of another conversation.');
    sent = await (sendAt ? scheduleMessage(service, order, prepared, sendAt) : sendMessage(service, order, prepared));
  }
  const { answer, conversationId } = sent;
  if (!answer.ok) throw toError(answer);
  const { messageId, to, fallback, status, sendAt: leavesAt } = answer.output;
  return {
    messageId,
    channel,
    to,
    conversationId: conversationId ?? id,
    ...(fallback && { fallback }),
    ...(status && { status, sendAt: leavesAt }),
  };
}
