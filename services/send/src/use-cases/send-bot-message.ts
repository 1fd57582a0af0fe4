import type { CallContext } from '@parley/common/call-context';
import type { sendBotMessage as sendBotMessageContract } from '@parley/common/contracts/internal/send-bot-message';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { botKeysOf } from '../domain/bot-send.ts';
import { checkLength } from '../domain/message-length.ts';
import { textOnly } from '../domain/prepared-send.ts';
import { SupersededSend } from '../domain/send-errors.ts';
import type { SendOrder } from '../domain/send-order.ts';
import type { SendService } from '../service.ts';
import { findConversation } from '../storage/message-store.ts';
import { isOutcomeUnknown } from '../storage/reservation-store.ts';
import { sendMessage } from './send-message.ts';

type Input = InputOf<typeof sendBotMessageContract>;
type Output = OutputOf<typeof sendBotMessageContract>;

/** Turn and part identify the message: its text is stored before it is sent. */
const keyOf = ({ facts, part }: Input): string => `bot-${facts.turn_id}${part === 1 ? '' : `-${part}`}`;

/** The outcome for the bot. Throws when nothing was decided: the same call may be repeated. */
function outcomeOf(error: unknown): Output {
  if (error instanceof SupersededSend) return { outcome: 'superseded' };
  if (!(error instanceof AppError) || error.code === 'service_unavailable') throw error;
  if (error.code === 'provider_timeout') return { outcome: 'unknown' };
  if (error.code === 'idempotency_in_progress') return { outcome: 'running' };
  return { outcome: 'refused', code: error.code };
}

async function sendOnce(service: SendService, input: Input, context: CallContext): Promise<Output> {
  const { tenantId, conversationId, message: text, epoch, facts } = input;
  const conversation = await findConversation(service.database, tenantId, conversationId);
  if (!conversation) throw new AppError('unknown_conversation');
  const { channel, peer } = conversation;
  checkLength(channel, text, { hasFile: false });
  const order: SendOrder = {
    tenantId,
    instanceId: null,
    origin: 'bot',
    channel,
    from: null,
    conversationId,
    commentId: null,
    idempotency: { key: keyOf(input), bodyHash: '00' },
    deadlineAt: context.deadlineAt,
    bot: { epoch, facts },
  };
  const { answer } = await sendMessage(service, order, textOnly(peer, text));
  if (answer.ok) return { outcome: 'sent', messageId: answer.output.messageId };
  const { code } = answer.error;
  return code === 'provider_timeout' ? { outcome: 'unknown' } : { outcome: 'refused', code };
}

/**
 * Sends a message of a bot: the same rules and price as any other, under the Idempotency-Key of its turn and part. A
 * message with an unknown outcome is never sent again.
 */
export async function sendBotMessage(service: SendService, input: Input, context: CallContext): Promise<Output> {
  const sent = await sendOnce(service, input, context).catch(outcomeOf);
  if (sent.outcome !== 'running') return sent;
  // The sending process may have died: a receipt may still come, but the bot does not wait for it.
  const key = { owner: botKeysOf(input.tenantId), key: keyOf(input) };
  return (await isOutcomeUnknown(service.database, input.tenantId, key)) ? { outcome: 'unknown' } : sent;
}
