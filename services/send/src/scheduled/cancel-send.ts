import { verb } from '@parley/bus/verb';
import { callerOf } from '@parley/common/call-context';
import { cancelSend as contract } from '@parley/common/contracts/messages/cancel-send';
import type { SendService } from '../service.ts';
import { requireCancelled } from './cancel-scheduled.steps.ts';

/** `?action=cancel-send` (docs/reference/sends.md#scheduled). Errors: unknown_message, not_scheduled. */
export const cancelSend = verb(contract, async (service: SendService, { channel, messageId }, context) => {
  const { tenantId } = callerOf(context);
  await requireCancelled(service, tenantId, messageId, (message) => message.channel === channel);
  return { ok: true, channel, messageId, status: 'cancelled' };
});
