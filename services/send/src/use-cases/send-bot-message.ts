import type { CallContext } from '@parley/common/call-context';
import type { Channel } from '@parley/common/channels';
import type { sendBotMessage } from '@parley/common/contracts/internal/send-bot-message';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import type { BotSend } from '../domain/bot-send.ts';
import { checkLength } from '../domain/message-length.ts';
import type { SendOrder } from '../domain/send-order.ts';
import { type SendMessage, SupersededSend } from './send-message.ts';

type Input = InputOf<typeof sendBotMessage>;
type Output = OutputOf<typeof sendBotMessage>;

export interface SendBotMessageDeps {
  sendMessage: SendMessage;
  findConversation(tenantId: number, id: number): Promise<{ channel: Channel; peer: string } | null>;
  /** Whether the outcome of the message with this Idempotency-Key is unknown. */
  isUnknown(tenantId: number, key: string): Promise<boolean>;
}

const keyOf = ({ facts, part }: Input): string => `bot-${facts.turn_id}${part === 1 ? '' : `-${part}`}`;

/** The outcome for the bot. Throws when nothing was decided: the same call may be repeated. */
function outcomeOf(error: unknown): Output {
  if (error instanceof SupersededSend) return { outcome: 'superseded' };
  if (!(error instanceof AppError) || error.code === 'service_unavailable') throw error;
  if (error.code === 'provider_timeout') return { outcome: 'unknown' };
  if (error.code === 'idempotency_in_progress') return { outcome: 'running' };
  return { outcome: 'refused', code: error.code };
}

/**
 * Sends a message of a bot: the same rules and price as any other, under the Idempotency-Key of its turn and part. A
 * message with an unknown outcome is never sent again.
 */
export function makeSendBotMessage({ sendMessage, findConversation, isUnknown }: SendBotMessageDeps) {
  async function sendOnce(input: Input, context: CallContext): Promise<Output> {
    const { tenantId, conversationId, message: text, epoch, facts } = input;
    const conversation = await findConversation(tenantId, conversationId);
    if (!conversation) throw new AppError('unknown_conversation');
    const { channel, peer: to } = conversation;
    checkLength(channel, text, false);
    const bot: BotSend = { epoch, facts };
    const order: SendOrder = {
      tenantId,
      instanceId: null,
      origin: 'bot',
      channel,
      from: null,
      conversationId,
      commentId: null,
      // Turn and part identify the message: its text is stored before it is sent.
      idempotency: { key: keyOf(input), bodyHash: '00' },
      deadlineAt: context.deadlineAt,
      bot,
    };
    const message = { to, text, media: null, template: null };
    const { answer } = await sendMessage(order, { message, attachments: [], files: [], file: null });
    if (answer.ok) return { outcome: 'sent', messageId: answer.output.messageId };
    const { code } = answer.error;
    return code === 'provider_timeout' ? { outcome: 'unknown' } : { outcome: 'refused', code };
  }

  return async (input: Input, context: CallContext): Promise<Output> => {
    const sent = await sendOnce(input, context).catch(outcomeOf);
    if (sent.outcome !== 'running') return sent;
    // The sending process may have died: a receipt may still come, but the bot does not wait for it.
    return (await isUnknown(input.tenantId, keyOf(input))) ? { outcome: 'unknown' } : sent;
  };
}
