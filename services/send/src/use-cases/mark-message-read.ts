import type { CallContext } from '@parley/common/call-context';
import { markRead as contract } from '@parley/common/contracts/messages/mark-read';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import type { Replayed } from '@parley/common/replayed';
import { withIdempotencyKey } from '@parley/messaging/with-idempotency-key';
import { absentAct } from '../domain/absent-act.ts';
import type { SendService } from '../service.ts';
import { actOnMessage, type MessageAct } from './act-on-message.ts';

type Output = OutputOf<typeof contract>;

/** `?action=mark-read`: the person sees it; the inbox keeps its own count (docs/reference/sends.md#read-marks). */
export function markMessageRead(
  service: SendService,
  { channel, messageId: given }: InputOf<typeof contract>,
  context: CallContext,
): Promise<Output | Replayed<Output>> {
  return withIdempotencyKey(service.answers, contract, context, async (): Promise<Output> => {
    const messageId = String(given);
    const act: MessageAct = {
      action: 'mark-read',
      channel,
      messageId,
      call: ({ markRead = absentAct }, account, target, timeoutMs) => markRead(account, target, timeoutMs),
    };
    await actOnMessage(service, act, context);
    return { ok: true, channel, messageId };
  });
}
