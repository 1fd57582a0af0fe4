import { checkPlanLimit } from '@parley/common/plan-limits';
import { replay } from '../domain/decide-repeat.ts';
import type { PreparedSend } from '../domain/prepared-send.ts';
import { scheduledAnswer } from '../domain/scheduled-send.ts';
import { refuseReservation } from '../domain/send-errors.ts';
import type { SendOrder, Sent } from '../domain/send-order.ts';
import type { SendService } from '../service.ts';
import { reserveSend } from './reserve-send.ts';

async function requireRoom({ environment, scheduledCounts }: SendService, tenantId: number): Promise<void> {
  const { plan, scheduled } = await scheduledCounts.of(tenantId);
  checkPlanLimit(environment.PARLEY_PLAN_LIMITS, 'scheduled', { plan, has: scheduled });
}

/**
 * Stores a message that is sent at this time, and reserves its credit. The stored answer is final before it is given, so
 * that a repeat under the Idempotency-Key gets it as well (docs/reference/sends.md#scheduled). Errors:
 * plan_limit_reached, and those of a reservation.
 */
export async function scheduleMessage(
  service: SendService,
  order: SendOrder,
  prepared: PreparedSend,
  sendAt: Date,
): Promise<Sent> {
  await requireRoom(service, order.tenantId);
  const { message, isFallback } = prepared;
  const { mentions, preview, tag } = message;
  const reserved = await reserveSend(service, order, prepared, { sendAt, options: { mentions, preview, tag } });
  if (reserved.outcome === 'replayed') return replay(reserved);
  if (reserved.outcome !== 'reserved') throw refuseReservation(reserved);
  const { messageId, peer, conversationId } = reserved;
  const { channel } = order;
  const { template } = message;
  const answer = scheduledAnswer({ messageId, channel, peer, conversationId, template, isFallback }, sendAt);
  return { answer, replayed: false, conversationId };
}
