import { type CallContext, callerOf } from '@parley/common/call-context';
import { Channel } from '@parley/common/channels';
import type { send } from '@parley/common/contracts/messages/send';
import type { sendFromDashboard } from '@parley/common/contracts/operator/conversations';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { asReplayed, Replayed } from '@parley/common/replayed';
import type { SendOrder, Sent } from '../domain/send-order.ts';
import type { KeptAnswer } from '../storage/reserve-store.ts';
import type { PreparedSend, Sender } from './prepare-send.ts';
import { replayKept, type SendMessage, toError } from './send-message.ts';

type SendInput = InputOf<typeof send>;
type SendOutput = OutputOf<typeof send>;

export interface AnswerSendDeps {
  prepare(input: SendInput, sender: Sender): Promise<PreparedSend>;
  sendMessage: SendMessage;
  findKeptAnswer(instanceId: string, key: string, bodyHash: string): Promise<KeptAnswer | null>;
  findTenant(slug: string): Promise<number | null>;
  findConversation(tenantId: number, id: number): Promise<{ channel: string; peer: string } | null>;
}

function toOutput({ answer, replayed }: Sent): SendOutput | Replayed<SendOutput> {
  if (!answer.ok) throw replayed ? asReplayed(toError(answer)) : toError(answer);
  return replayed ? new Replayed(answer.output) : answer.output;
}

/** `?action=send` (source §2.1–2.3). */
export function makeAnswerSend({ prepare, sendMessage, findKeptAnswer }: AnswerSendDeps) {
  return async (input: SendInput, context: CallContext): Promise<SendOutput | Replayed<SendOutput>> => {
    const caller = callerOf(context);
    const { idempotency } = context;
    if (idempotency && input.media_url !== undefined) {
      // The file may be gone by now: a repeat gets the first answer all the same.
      const kept = await findKeptAnswer(caller.instance_id, idempotency.key, idempotency.body_hash);
      const replay = replayKept(kept);
      if (replay) return toOutput(replay);
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
      idempotency: idempotency ?? null,
      deadlineAt: context.deadline_at,
    };
    return toOutput(await sendMessage(order, prepared));
  };
}

/** An operator's answer in a conversation: origin `dashboard`, the same rules and price (operator.md, contract §3). */
export function makeAnswerFromDashboard({ prepare, sendMessage, findTenant, findConversation }: AnswerSendDeps) {
  return async (
    { slug, id, message, media_url: mediaUrl }: InputOf<typeof sendFromDashboard>,
    context: CallContext,
  ): Promise<OutputOf<typeof sendFromDashboard>> => {
    const tenantId = await findTenant(slug);
    if (tenantId === null) throw new AppError('unknown_tenant');
    const conversation = await findConversation(tenantId, id);
    if (!conversation) throw new AppError('unknown_conversation');
    const channel = Channel.parse(conversation.channel);
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
