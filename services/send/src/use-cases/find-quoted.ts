import type { Channel } from '@parley/common/channels';
import { invalidField } from '@parley/common/errors';
import type { QuotedMessage } from '@parley/providers/outbound-message';
import type { SendService } from '../service.ts';
import { findQuotedMessage } from '../storage/quoted-store.ts';

/** A quoted message, and the conversation that the answer goes to. */
export interface Quoted {
  messageId: string;
  conversationId: number;
  message: QuotedMessage;
}

/**
 * The message that a send quotes: of a conversation with its recipient. Throws `invalid_reply_to`; a message of another
 * tenant, channel or person is not distinguished from one that does not exist.
 */
export async function findQuoted(
  service: Pick<SendService, 'database'>,
  given: { tenantId: number; channel: Channel; to: string; messageId: string },
): Promise<Quoted> {
  const found = await findQuotedMessage(service.database, given);
  if (!found) throw invalidField('reply_to', 'reply_to names no message of a conversation with this recipient.');
  const { conversationId, providerMessageId, direction, author, text } = found;
  if (providerMessageId === null)
    throw invalidField('reply_to', 'reply_to names a message that the platform does not have.');
  return {
    messageId: given.messageId,
    conversationId,
    message: { providerMessageId, isOwn: direction === 'out', author, text },
  };
}
