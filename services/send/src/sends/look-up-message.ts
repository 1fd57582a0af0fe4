import { verb } from '@parley/bus/verb';
import { callerOf } from '@parley/common/call-context';
import { message } from '@parley/common/contracts/messages/message';
import { AppError } from '@parley/common/errors';
import type { SendService } from '../service.ts';
import { findMessage } from './message.store.ts';

/**
 * `?action=message` (docs/reference/sends.md#message-lookup). A message of a channel that the key may not use is
 * unknown to it: message ids are consecutive, and another answer would reveal which exist. Errors: unknown_message.
 */
export const lookUpMessage = verb(message, async (service: SendService, { messageId }, context) => {
  const { tenantId, channels } = callerOf(context);
  const record = await findMessage(service.database, tenantId, messageId);
  if (!record || !channels.some((channel) => channel === record.channel)) throw new AppError('unknown_message');
  return {
    ok: true,
    channel: record.channel,
    conversationId: record.conversationId,
    messageId: record.messageId,
    to: record.peer,
    account: { id: record.externalId, number: record.accountNumber, label: record.accountName },
    text: record.text,
    attachments: record.attachments,
    origin: record.origin,
    template: record.template,
    providerMessageId: record.providerMessageId,
    sentAt: record.sentAt?.toISOString() ?? null,
    status: record.status,
    error: record.error,
    ...(record.replyToId === null ? {} : { replyTo: record.replyToId }),
    ...(record.isHeld ? { held: true as const } : {}),
    ...(record.sendAt === null ? {} : { sendAt: record.sendAt }),
    ...record.content,
    history: record.history.map((step) => ({ status: step.status, at: new Date(step.at).toISOString() })),
  };
});
