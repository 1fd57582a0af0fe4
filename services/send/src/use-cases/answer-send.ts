import { type CallContext, callerOf } from '@parley/common/call-context';
import type { Channel } from '@parley/common/channels';
import type { send } from '@parley/common/contracts/messages/send';
import type { sendFromDashboard } from '@parley/common/contracts/operator/conversations';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { asReplayed, Replayed } from '@parley/common/replayed';
import type { TenantOf } from '@parley/database/tenant-of-slug';
import { decideRepeat } from '../domain/decide-repeat.ts';
import type { KeptRequest } from '../domain/reservation.ts';
import type { SendOrder, Sent } from '../domain/send-order.ts';
import type { PreparedSend, Sender } from './prepare-send.ts';
import { replay, type SendMessage, toError } from './send-message.ts';

type SendInput = InputOf<typeof send>;
type SendOutput = OutputOf<typeof send>;

export interface AnswerSendDeps {
  prepare(input: SendInput, sender: Sender): Promise<PreparedSend>;
  sendMessage: SendMessage;
  findKeptRequest(instanceId: string, key: string): Promise<KeptRequest | null>;
  tenantOf: TenantOf;
  findConversation(tenantId: number, id: number): Promise<{ channel: Channel; peer: string } | null>;
  now(): Date;
}

function toOutput({ answer, replayed }: Sent): SendOutput | Replayed<SendOutput> {
  if (!answer.ok) throw replayed ? asReplayed(toError(answer)) : toError(answer);
  return replayed ? new Replayed(answer.output) : answer.output;
}

/** `?action=send` (docs/reference/sends.md#request). */
export function makeAnswerSend({ prepare, sendMessage, findKeptRequest, now }: AnswerSendDeps) {
  return async (input: SendInput, context: CallContext): Promise<SendOutput | Replayed<SendOutput>> => {
    const caller = callerOf(context);
    const idempotency = context.idempotency
      ? { key: context.idempotency.key, bodyHash: context.idempotency.body_hash }
      : null;
    if (idempotency && input.media_url !== undefined) {
      // A repeat gets the first answer even if the file no longer exists.
      const kept = await findKeptRequest(caller.instance_id, idempotency.key);
      const repeat = decideRepeat(kept, idempotency, now());
      if (repeat) return toOutput(replay(repeat));
    }
    const prepared = await prepare(input, { tenantId: caller.tenant_id, key: caller.instance_id });
    const order: SendOrder = {
      tenantId: caller.tenant_id,
      instanceId: caller.instance_id,
      origin: 'api',
      channel: input.channel,
      from: input.from ?? null,
      conversationId: null,
      commentId: null,
      idempotency,
      deadlineAt: context.deadline_at,
    };
    return toOutput(await sendMessage(order, prepared));
  };
}

/**
 * An operator's answer in a conversation: origin `dashboard`, the same rules and price
 * (docs/reference/sends.md#request).
 */
export function makeAnswerFromDashboard({ prepare, sendMessage, tenantOf, findConversation }: AnswerSendDeps) {
  return async (
    { slug, id, message, media_url: mediaUrl }: InputOf<typeof sendFromDashboard>,
    context: CallContext,
  ): Promise<OutputOf<typeof sendFromDashboard>> => {
    const tenantId = await tenantOf(slug);
    const conversation = await findConversation(tenantId, id);
    if (!conversation) throw new AppError('unknown_conversation');
    const { channel } = conversation;
    const prepared = await prepare(
      { channel, to: conversation.peer, message, media_url: mediaUrl },
      { tenantId, key: `tenant ${tenantId}` },
    );
    const order: SendOrder = {
      tenantId,
      instanceId: null,
      origin: 'dashboard',
      channel,
      from: null,
      conversationId: id,
      commentId: null,
      idempotency: null,
      deadlineAt: context.deadline_at,
    };
    const { answer, conversationId } = await sendMessage(order, prepared);
    if (!answer.ok) throw toError(answer);
    const { message_id, to } = answer.output;
    return { message_id, channel, to, conversation_id: conversationId ?? id };
  };
}
