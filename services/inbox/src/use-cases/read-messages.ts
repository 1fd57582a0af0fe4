import { type CallContext, callerOf } from '@parley/common/call-context';
import type { messages as contract } from '@parley/common/contracts/reading/messages';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { toReadMessage } from '../domain/read-view.ts';
import type { InboxService } from '../service.ts';
import { findShown } from '../storage/conversation-view.ts';
import { listConversationMessages } from './list-conversation-messages.ts';

/**
 * Messages of one conversation, newest first. A conversation of a channel that the calling key may not use does not
 * exist for it. Errors: unknown_conversation, invalid_cursor.
 */
export async function readMessages(
  service: InboxService,
  { conversationId, limit, cursor }: InputOf<typeof contract>,
  context: CallContext,
): Promise<OutputOf<typeof contract>> {
  const { tenantId, tenantSlug: slug, channels } = callerOf(context);
  const conversation = await findShown(service.database, tenantId, conversationId);
  if (!conversation || !channels.includes(conversation.channel)) throw new AppError('unknown_conversation');
  const { channel, peer, externalId: accountId } = conversation;
  const { items, nextCursor } = await listConversationMessages(service, { slug, id: conversationId, limit, cursor });
  const messages = items.map((message) => toReadMessage(message, { peer, accountId }));
  return { ok: true, conversationId, channel, count: messages.length, messages, nextCursor };
}
