import { verb } from '@parley/bus/verb';
import { callerOf } from '@parley/common/call-context';
import { messages as contract } from '@parley/common/contracts/reading/messages';
import { AppError } from '@parley/common/errors';
import { findShown } from '../conversations/conversation.store.ts';
import { pageOfMessages } from '../conversations/page-of-messages.steps.ts';
import type { InboxService } from '../service.ts';
import { toReadMessage } from './reading.rules.ts';

/**
 * Messages of one conversation, newest first. A conversation of a channel that the calling key may not use does not
 * exist for it. Errors: unknown_conversation, invalid_cursor.
 */
export const readMessages = verb(
  contract,
  async (service: InboxService, { conversationId, limit, cursor }, context) => {
    const { tenantId, tenantSlug: slug, channels } = callerOf(context);
    const conversation = await findShown(service.database, tenantId, conversationId);
    if (!conversation || !channels.includes(conversation.channel)) throw new AppError('unknown_conversation');
    const { channel, peer, externalId: accountId } = conversation;
    const { items, nextCursor } = await pageOfMessages(service, { slug, id: conversationId, limit, cursor });
    const messages = items.map((message) => toReadMessage(message, { peer, accountId }));
    return { ok: true, conversationId, channel, count: messages.length, messages, nextCursor };
  },
);
