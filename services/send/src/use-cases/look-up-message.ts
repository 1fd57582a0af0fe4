import { type CallContext, callerOf } from '@parley/common/call-context';
import type { message } from '@parley/common/contracts/messages/message';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import type { SendService } from '../service.ts';
import { findMessage } from '../storage/message-store.ts';

/**
 * `?action=message` (docs/reference/sends.md#message-lookup). A message of a channel that the key may not use is
 * unknown to it: message ids are consecutive, and another answer would reveal which exist. Errors: unknown_message.
 */
export async function lookUpMessage(
  service: SendService,
  { messageId }: InputOf<typeof message>,
  context: CallContext,
): Promise<OutputOf<typeof message>> {
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
    ...(record.sendAt === null ? {} : { sendAt: record.sendAt }),
    ...record.content,
    history: record.history.map((step) => ({ status: step.status, at: new Date(step.at).toISOString() })),
  };
}
