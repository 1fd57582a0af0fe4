import type { CallContext } from '@parley/common/call-context';
import type { AutomaticSend } from '@parley/common/contracts/internal/send-bot-message';
import { AppError } from '@parley/common/errors';
import { prepareSend } from '../content/prepare-send.steps.ts';
import { isOutcomeUnknown } from '../reserve/reservation.store.ts';
import type { SendService } from '../service.ts';
import { findConversation } from './message.store.ts';
import { type BotSend, botKeysOf, identifiedByKey, type Send } from './send.rules.ts';
import { SupersededSend } from './send-errors.rules.ts';
import { sendMessage } from './send-message.steps.ts';

/** A message that a bot or a rule of the workspace sends. */
interface AutomaticMessage {
  tenantId: number;
  conversationId: number;
  text: string;
  /** Lines of text on channels without buttons. */
  buttons?: { id: string; title: string }[] | undefined;
  /** Identifies it among the automatic messages of the tenant. */
  key: string;
  /** Set for a message of a bot. */
  bot?: BotSend;
}

/** Throws when nothing was decided: the same call may be repeated. */
function outcomeOf(error: unknown): AutomaticSend {
  if (error instanceof SupersededSend) return { outcome: 'superseded' };
  if (!(error instanceof AppError) || error.code === 'service_unavailable') throw error;
  if (error.code === 'provider_timeout') return { outcome: 'unknown' };
  if (error.code === 'idempotency_in_progress') return { outcome: 'running' };
  return { outcome: 'refused', code: error.code };
}

async function sendOnce(
  service: SendService,
  { tenantId, conversationId, text, buttons, key, bot }: AutomaticMessage,
  { deadlineAt }: CallContext,
): Promise<AutomaticSend> {
  const conversation = await findConversation(service.database, tenantId, conversationId);
  if (!conversation) throw new AppError('unknown_conversation');
  const { channel, peer } = conversation;
  const content = await prepareSend(
    service,
    { channel, to: peer, message: text, fallback: 'text', ...(buttons && { buttons }) },
    { tenantId, key: botKeysOf(tenantId) },
  );
  const send: Send = {
    tenantId,
    instanceId: null,
    origin: 'bot',
    channel,
    from: null,
    namedConversationId: conversationId,
    commentId: null,
    idempotency: identifiedByKey(key),
    deadlineAt,
    ...(bot && { bot }),
    ...content,
  };
  const { answer } = await sendMessage(service, send);
  if (answer.ok) return { outcome: 'sent', messageId: answer.output.messageId };
  const { code } = answer.error;
  return code === 'provider_timeout' ? { outcome: 'unknown' } : { outcome: 'refused', code };
}

/**
 * Sends an automatic message under an Idempotency-Key, by the rules and at the price of any other. A message with an
 * unknown outcome is never sent again.
 */
export async function sendAutomatic(
  service: SendService,
  message: AutomaticMessage,
  context: CallContext,
): Promise<AutomaticSend> {
  const sent = await sendOnce(service, message, context).catch(outcomeOf);
  if (sent.outcome !== 'running') return sent;
  // The sending process may have died. A receipt may still arrive, but the caller does not wait for it.
  const { tenantId, key } = message;
  const isUnknown = await isOutcomeUnknown(service.database, tenantId, { owner: botKeysOf(tenantId), key });
  return isUnknown ? { outcome: 'unknown' } : sent;
}
