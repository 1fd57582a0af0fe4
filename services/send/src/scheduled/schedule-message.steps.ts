import { checkPlanLimit } from '@parley/common/workspace/plan-limits';
import { reserveSend } from '../reserve/reserve-send.steps.ts';
import { replay } from '../sends/repeat.rules.ts';
import type { Send, Sent } from '../sends/send.rules.ts';
import { refuseReservation } from '../sends/send-errors.rules.ts';
import type { SendService } from '../service.ts';
import { scheduledAnswer } from './scheduled-send.rules.ts';

async function requireRoom({ environment, scheduledCounts }: SendService, tenantId: number): Promise<void> {
  const { plan, scheduled } = await scheduledCounts.of(tenantId);
  checkPlanLimit(environment.PARLEY_PLAN_LIMITS, 'scheduled', { plan, has: scheduled });
}

/**
 * Stores a message that is sent at this time, and reserves its credit. The stored answer is final before it is given, so
 * that a repeat under the Idempotency-Key gets it as well (docs/reference/sends.md#scheduled). Errors:
 * plan_limit_reached, and those of a reservation.
 */
export async function scheduleMessage(service: SendService, send: Send, sendAt: Date): Promise<Sent> {
  await requireRoom(service, send.tenantId);
  const result = await reserveSend(service, send, sendAt);
  if (result.outcome === 'replayed') return replay(result);
  if (result.outcome !== 'reserved') throw refuseReservation(result);
  return { answer: scheduledAnswer(result.send, sendAt), replayed: false, conversationId: result.send.conversationId };
}
