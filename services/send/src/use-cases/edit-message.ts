import { type CallContext, callerOf } from '@parley/common/call-context';
import { editMessage as contract } from '@parley/common/contracts/messages/edit-message';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import type { Replayed } from '@parley/common/replayed';
import { messageUpdatedEvent } from '@parley/messaging/changed-message';
import { withIdempotencyKey } from '@parley/messaging/with-idempotency-key';
import { absentAct } from '../domain/absent-act.ts';
import { reportedMessage } from '../domain/act-message.ts';
import { checkLength } from '../domain/message-length.ts';
import type { SendService } from '../service.ts';
import { storeEdit } from '../storage/act-store.ts';
import { actOnMessage, type MessageAct } from './act-on-message.ts';

type Output = OutputOf<typeof contract>;

/** `?action=edit-message` (docs/reference/sends.md#edits). Errors: invalid_message, and those of every act. */
export function editMessage(
  service: SendService,
  { channel, messageId: given, message: text }: InputOf<typeof contract>,
  context: CallContext,
): Promise<Output | Replayed<Output>> {
  return withIdempotencyKey(service.answers, contract, context, async (): Promise<Output> => {
    const { tenantId } = callerOf(context);
    const at = service.now();
    const messageId = String(given);
    const act: MessageAct = {
      action: 'edit-message',
      channel,
      messageId,
      check: ({ hasFile }) => checkLength(channel, text, { hasFile }),
      call: ({ edit = absentAct }, account, target, timeoutMs) => edit(account, target, text, timeoutMs),
      async store(sql, account, message) {
        const { editedAt, revokedAt } = message;
        // Two edits may be stored in another order than they were made; the newer one stays.
        if (revokedAt !== null || (editedAt !== null && editedAt > at)) return null;
        await storeEdit(sql, { messageId, text, at });
        const reported = reportedMessage({ tenantId, channel, account }, message);
        return text === message.text ? null : messageUpdatedEvent(reported, { text, at }, service.now());
      },
    };
    await actOnMessage(service, act, context);
    return { ok: true, channel, messageId, message: text, editedAt: at.toISOString() };
  });
}
