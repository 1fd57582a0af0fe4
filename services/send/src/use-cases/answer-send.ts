import { type CallContext, callerOf } from '@parley/common/call-context';
import type { send } from '@parley/common/contracts/messages/send';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { asReplayed, Replayed } from '@parley/common/replayed';
import { toError } from '../domain/send-errors.ts';
import { idempotencyOf, type SendOrder, type Sent } from '../domain/send-order.ts';
import { readSendTime } from '../domain/send-time.ts';
import type { SendService } from '../service.ts';
import { findRepeat } from './find-repeat.ts';
import { prepareSend } from './prepare-send.ts';
import { scheduleMessage } from './schedule-message.ts';
import { sendMessage } from './send-message.ts';

type Output = OutputOf<typeof send>;

function toOutput({ answer, replayed }: Sent): Output | Replayed<Output> {
  if (!answer.ok) throw replayed ? asReplayed(toError(answer)) : toError(answer);
  return replayed ? new Replayed(answer.output) : answer.output;
}

/** `?action=send` (docs/reference/sends.md#request). */
export async function answerSend(
  service: SendService,
  input: InputOf<typeof send>,
  context: CallContext,
): Promise<Output | Replayed<Output>> {
  const { tenantId, instanceId } = callerOf(context);
  const idempotency = idempotencyOf(context);
  const repeat = await findRepeat(service, instanceId, idempotency, input);
  if (repeat) return toOutput(repeat);
  const sendAt = readSendTime(input.sendAt, service.now());
  const prepared = await prepareSend(service, input, { tenantId, key: instanceId });
  const order: SendOrder = {
    tenantId,
    instanceId,
    origin: 'api',
    channel: input.channel,
    from: input.from ?? null,
    conversationId: prepared.quoted?.conversationId ?? null,
    commentId: null,
    idempotency,
    deadlineAt: context.deadlineAt,
  };
  return toOutput(
    await (sendAt ? scheduleMessage(service, order, prepared, sendAt) : sendMessage(service, order, prepared)),
  );
}
