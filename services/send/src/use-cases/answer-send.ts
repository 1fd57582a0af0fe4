import { asReplayed, Replayed } from '@parley/bus/wire-message';
import { type CallContext, callerOf } from '@parley/common/call-context';
import { Channel } from '@parley/common/channels';
import type { send } from '@parley/common/contracts/messages/send';
import type { sendFromDashboard } from '@parley/common/contracts/operator/conversations';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import type { PreparedSend } from './prepare-send.ts';
import { type SendMessage, toError } from './send-message.ts';

type SendInput = InputOf<typeof send>;

export interface AnswerSendDeps {
  prepare(input: SendInput): Promise<PreparedSend>;
  sendMessage: SendMessage;
  findTenant(slug: string): Promise<number | null>;
  findConversation(tenantId: number, id: number): Promise<{ channel: string; peer: string } | null>;
}

/** `?action=send` (source §2.1–2.3). */
export function makeAnswerSend({ prepare, sendMessage }: AnswerSendDeps) {
  return async (
    input: SendInput,
    context: CallContext,
  ): Promise<OutputOf<typeof send> | Replayed<OutputOf<typeof send>>> => {
    const caller = callerOf(context);
    const prepared = await prepare(input);
    const { answer, replayed } = await sendMessage(
      {
        tenantId: caller.tenant_id,
        instanceId: caller.instance_id,
        origin: 'api',
        channel: input.channel,
        from: input.from ?? null,
        conversationId: null,
        idempotency: context.idempotency ?? null,
      },
      prepared,
    );
    if (!answer.ok) throw replayed ? asReplayed(toError(answer)) : toError(answer);
    return replayed ? new Replayed(answer.output) : answer.output;
  };
}

/** An operator's answer in a conversation: origin `dashboard`, the same rules and price (operator.md, contract §3). */
export function makeAnswerFromDashboard({ prepare, sendMessage, findTenant, findConversation }: AnswerSendDeps) {
  return async ({
    slug,
    id,
    message,
    media_url: mediaUrl,
  }: InputOf<typeof sendFromDashboard>): Promise<OutputOf<typeof sendFromDashboard>> => {
    const tenantId = await findTenant(slug);
    if (tenantId === null) throw new AppError('unknown_tenant');
    const conversation = await findConversation(tenantId, id);
    if (!conversation) throw new AppError('unknown_conversation');
    const channel = Channel.parse(conversation.channel);
    const prepared = await prepare({ channel, to: conversation.peer, message, media_url: mediaUrl });
    const order = {
      tenantId,
      instanceId: null,
      origin: 'dashboard' as const,
      channel,
      from: null,
      conversationId: id,
      idempotency: null,
    };
    const { answer } = await sendMessage(order, prepared);
    if (!answer.ok) throw toError(answer);
    return { message_id: answer.output.message_id, channel, to: answer.output.to, conversation_id: id };
  };
}
