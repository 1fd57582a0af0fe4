import { verb } from '@parley/bus/verb';
import { sendFromDashboard as sendFromDashboardContract } from '@parley/common/contracts/operator/conversations';
import { AppError, invalidField } from '@parley/common/errors';
import { tenantOfSlug } from '@parley/database/tenant-of-slug';
import { prepareSend } from '../content/prepare-send.steps.ts';
import { scheduleMessage } from '../scheduled/schedule-message.steps.ts';
import type { SendService } from '../service.ts';
import { findConversation } from './message.store.ts';
import { idempotencyOf, ownerOfTenant, type Send, senderOf } from './send.rules.ts';
import { toError } from './send-errors.rules.ts';
import { findRepeat, sendMessage } from './send-message.steps.ts';
import { readSendTime } from './send-time.rules.ts';

/**
 * Sends a member's answer in a conversation: origin `dashboard`, the same rules, price and Idempotency-Key
 * (docs/reference/sends.md#request).
 */
export const sendFromDashboard = verb(
  sendFromDashboardContract,
  async (service: SendService, { slug, id, ...given }, context) => {
    const tenantId = await tenantOfSlug(service.database, slug);
    const conversation = await findConversation(service.database, tenantId, id);
    if (!conversation) throw new AppError('unknown_conversation');
    const { channel, peer } = conversation;
    const idempotency = idempotencyOf(context);
    const owner = ownerOfTenant(tenantId);
    let sent = await findRepeat(service, owner, idempotency, given);
    if (!sent) {
      const sendAt = readSendTime(given.sendAt, service.now());
      const content = await prepareSend(service, { channel, to: peer, ...given }, { tenantId, key: owner });
      if (content.quoted && content.quoted.conversationId !== id)
        throw invalidField('reply_to', 'reply_to names a message of another conversation.');
      const send: Send = {
        tenantId,
        instanceId: null,
        origin: 'dashboard',
        channel,
        from: null,
        namedConversationId: id,
        commentId: null,
        idempotency,
        deadlineAt: context.deadlineAt,
        memberId: senderOf(context),
        ...content,
      };
      sent = await (sendAt ? scheduleMessage(service, send, sendAt) : sendMessage(service, send));
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
  },
);
