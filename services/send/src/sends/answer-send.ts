import { verb } from '@parley/bus/verb';
import { callerOf } from '@parley/common/call-context';
import { send as contract } from '@parley/common/contracts/messages/send';
import type { OutputOf } from '@parley/common/define-contract';
import { asReplayed, Replayed } from '@parley/common/messages/replayed';
import { prepareSend } from '../content/prepare-send.steps.ts';
import { scheduleMessage } from '../scheduled/schedule-message.steps.ts';
import type { SendService } from '../service.ts';
import { idempotencyOf, type Send, type Sent } from './send.rules.ts';
import { toError } from './send-errors.rules.ts';
import { findRepeat, sendMessage } from './send-message.steps.ts';
import { readSendTime } from './send-time.rules.ts';

type Output = OutputOf<typeof contract>;

function toOutput({ answer, replayed }: Sent): Output | Replayed<Output> {
  if (!answer.ok) throw replayed ? asReplayed(toError(answer)) : toError(answer);
  return replayed ? new Replayed(answer.output) : answer.output;
}

/** `?action=send` (docs/reference/sends.md#request). */
export const answerSend = verb(contract, async (service: SendService, input, context) => {
  const { tenantId, instanceId } = callerOf(context);
  const idempotency = idempotencyOf(context);
  const repeat = await findRepeat(service, instanceId, idempotency, input);
  if (repeat) return toOutput(repeat);
  const sendAt = readSendTime(input.sendAt, service.now());
  const content = await prepareSend(service, input, { tenantId, instanceId, key: instanceId });
  const send: Send = {
    tenantId,
    instanceId,
    origin: 'api',
    channel: input.channel,
    from: input.from ?? null,
    namedConversationId: content.quoted?.conversationId ?? null,
    commentId: null,
    idempotency,
    deadlineAt: context.deadlineAt,
    ...content,
  };
  return toOutput(await (sendAt ? scheduleMessage(service, send, sendAt) : sendMessage(service, send)));
});
