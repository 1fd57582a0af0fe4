import { verb } from '@parley/bus/verb';
import { callerOf } from '@parley/common/call-context';
import { rejectCall as contract } from '@parley/common/contracts/messages/reject-call';
import type { OutputOf } from '@parley/common/define-contract';
import { withIdempotencyKey } from '@parley/messaging/idempotency/with-idempotency-key';
import { chooseNamedAccount } from '../accounts/choose-named-account.steps.ts';
import { absentAct } from '../channels/channel.rules.ts';
import type { SendService } from '../service.ts';
import { requireAction } from './act.rules.ts';
import { performAct } from './act.steps.ts';

type Output = OutputOf<typeof contract>;

/**
 * `?action=reject-call` (docs/reference/sends.md#calls). Errors: unsupported_content, invalid_from, not_connected, those
 * of the provider.
 */
export const rejectCall = verb(contract, (service: SendService, { channel, callId, from }, context) => {
  return withIdempotencyKey(service.answers, contract, context, async (): Promise<Output> => {
    requireAction(channel, 'reject-call');
    const { tenantId } = callerOf(context);
    const account = await chooseNamedAccount(service, { tenantId, channel, from: from ?? null });
    const { rejectCall: reject = absentAct } = service.acts[channel];
    await performAct(service, {
      tenantId,
      channel,
      action: 'reject-call',
      account,
      deadlineAt: context.deadlineAt,
      call: (opened, timeoutMs) => reject(opened, callId, timeoutMs),
    });
    return { ok: true, channel, callId };
  });
});
