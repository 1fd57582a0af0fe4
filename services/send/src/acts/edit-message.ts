import { verb } from '@parley/bus/verb';
import { callerOf } from '@parley/common/call-context';
import { editMessage as contract } from '@parley/common/contracts/messages/edit-message';
import type { OutputOf } from '@parley/common/define-contract';
import { withIdempotencyKey } from '@parley/messaging/idempotency/with-idempotency-key';
import { messageUpdatedEvent } from '@parley/messaging/messages/changed-message';
import { absentAct } from '../channels/channel.rules.ts';
import { checkLength } from '../content/content.rules.ts';
import type { SendService } from '../service.ts';
import { reportedMessage } from './act.rules.ts';
import { actOnMessage, type MessageAct } from './act.steps.ts';
import { storeEdit } from './act.store.ts';

type Output = OutputOf<typeof contract>;

/** `?action=edit-message` (docs/reference/sends.md#edits). Errors: invalid_message, and those of every act. */
export const editMessage = verb(
  contract,
  (service: SendService, { channel, messageId: given, message: text }, context) => {
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
  },
);
