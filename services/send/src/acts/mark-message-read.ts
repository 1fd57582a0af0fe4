import { verb } from '@parley/bus/verb';
import { markRead as contract } from '@parley/common/contracts/messages/mark-read';
import type { OutputOf } from '@parley/common/define-contract';
import { withIdempotencyKey } from '@parley/messaging/idempotency/with-idempotency-key';
import { absentAct } from '../channels/channel.rules.ts';
import type { SendService } from '../service.ts';
import { actOnMessage, type MessageAct } from './act.steps.ts';

type Output = OutputOf<typeof contract>;

/** `?action=mark-read`: the person sees it; the inbox keeps its own count (docs/reference/sends.md#read-marks). */
export const markMessageRead = verb(contract, (service: SendService, { channel, messageId: given }, context) => {
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
});
