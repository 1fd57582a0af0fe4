import { type CallContext, callerOf } from '@parley/common/call-context';
import type { cancelSend as contract } from '@parley/common/contracts/messages/cancel-send';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import type { SendService } from '../service.ts';
import { requireCancelled } from './require-cancelled.ts';

/** `?action=cancel-send` (docs/reference/sends.md#scheduled). Errors: unknown_message, not_scheduled. */
export async function cancelSend(
  service: SendService,
  { channel, messageId }: InputOf<typeof contract>,
  context: CallContext,
): Promise<OutputOf<typeof contract>> {
  const { tenantId } = callerOf(context);
  await requireCancelled(service, tenantId, messageId, (message) => message.channel === channel);
  return { ok: true, channel, messageId, status: 'cancelled' };
}
