import { type CallContext, callerOf } from '@parley/common/call-context';
import { deleteMessage as contract } from '@parley/common/contracts/messages/delete-message';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import type { Replayed } from '@parley/common/replayed';
import { messageDeletedEvent } from '@parley/messaging/changed-message';
import { withIdempotencyKey } from '@parley/messaging/with-idempotency-key';
import { absentAct } from '../domain/absent-act.ts';
import { reportedMessage } from '../domain/act-message.ts';
import type { SendService } from '../service.ts';
import { storeDeletion } from '../storage/act-store.ts';
import { actOnMessage, type MessageAct } from './act-on-message.ts';

type Output = OutputOf<typeof contract>;

/** `?action=delete-message`: for everybody (docs/reference/sends.md#deletions). */
export function deleteMessage(
  service: SendService,
  { channel, messageId: given }: InputOf<typeof contract>,
  context: CallContext,
): Promise<Output | Replayed<Output>> {
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
}
