import { type CallContext, callerOf } from '@parley/common/call-context';
import { rejectCall as contract } from '@parley/common/contracts/messages/reject-call';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import type { Replayed } from '@parley/common/replayed';
import { withIdempotencyKey } from '@parley/messaging/with-idempotency-key';
import { absentAct } from '../domain/absent-act.ts';
import { requireAction } from '../domain/require-action.ts';
import type { SendService } from '../service.ts';
import { chooseNamedAccount } from './choose-named-account.ts';
import { performAct } from './perform-act.ts';

type Output = OutputOf<typeof contract>;

/**
 * `?action=reject-call` (docs/reference/sends.md#calls). Errors: unsupported_content, invalid_from, not_connected, those
 * of the provider.
 */
export function rejectCall(
  service: SendService,
  { channel, callId, from }: InputOf<typeof contract>,
  context: CallContext,
): Promise<Output | Replayed<Output>> {
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
}
