import { verb } from '@parley/bus/verb';
import { callerOf } from '@parley/common/call-context';
import { deleteMessage as contract } from '@parley/common/contracts/messages/delete-message';
import type { OutputOf } from '@parley/common/define-contract';
import { withIdempotencyKey } from '@parley/messaging/idempotency/with-idempotency-key';
import { messageDeletedEvent } from '@parley/messaging/messages/changed-message';
import { absentAct } from '../channels/channel.rules.ts';
import type { SendService } from '../service.ts';
import { reportedMessage } from './act.rules.ts';
import { actOnMessage, type MessageAct } from './act.steps.ts';
import { storeDeletion } from './act.store.ts';

type Output = OutputOf<typeof contract>;

/** `?action=delete-message`: for every participant (docs/reference/sends.md#deletions). */
export const deleteMessage = verb(contract, (service: SendService, { channel, messageId: given }, context) => {
  return withIdempotencyKey(service.answers, contract, context, async (): Promise<Output> => {
    const { tenantId } = callerOf(context);
    let at = service.now();
    const messageId = String(given);
    const act: MessageAct = {
      action: 'delete-message',
      channel,
      messageId,
      call: ({ remove = absentAct }, account, target, timeoutMs) => remove(account, target, timeoutMs),
      async store(sql, account, message) {
        if (message.revokedAt !== null) {
          at = message.revokedAt;
          return null;
        }
        await storeDeletion(sql, { messageId, at });
        const reported = reportedMessage({ tenantId, channel, account }, message);
        return messageDeletedEvent(reported, { by: 'account', at }, service.now());
      },
    };
    await actOnMessage(service, act, context);
    return { ok: true, channel, messageId, deletedAt: at.toISOString() };
  });
});
