import type { Channel } from '@parley/common/channels';
import type { ConversationFacts } from '../people/domain/conversation-facts.ts';
import type { NewPlatformEvent } from './platform-events.ts';

/**
 * `conversation-status-updated` for a customer who wrote, or commented, in a resolved or archived conversation
 * (docs/reference/platform-events.md#conversation-status-updated). `before` is the conversation before that.
 */
export const reopenedByCustomer = (
  before: Pick<ConversationFacts, 'id' | 'tenantId' | 'contactId' | 'status'>,
  { channel, at }: { channel: Channel; at: Date },
): NewPlatformEvent<'conversation-status-updated'> => ({
  type: 'conversation-status-updated',
  tenantId: before.tenantId,
  channel,
  conversationId: before.id,
  createdAt: at,
  data: {
    conversation_id: before.id,
    status: 'open',
    previous_status: before.status,
    by: { type: 'customer', id: String(before.contactId) },
    at: at.toISOString(),
  },
});
