import { Channel } from '@parley/common/channels';
import { Attachment } from '@parley/common/events';
import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statements/statement';
import { z } from 'zod';
import type { ClaimedTurn } from '../turns/decide-turn.rules.ts';
import type { HistoryMessage } from './history.rules.ts';
import type { LoadedConversation } from './reply.rules.ts';

/** No prompt holds more messages. */
const MAX_MESSAGES = 200;
const Attachments = z.array(Attachment);

const findConversation = defineStatement({
  name: 'bots.find-conversation',
  plan: 'index',
  text: `SELECT c.id, c.channel, c.peer, c.contact_id, p.name AS contact_name, a.external_id AS account_external_id, a.name AS account_name
           FROM conversations c
           JOIN contacts p ON p.id = c.contact_id
           JOIN channel_accounts a ON a.id = c.channel_account_id
          WHERE c.tenant_id = $1 AND c.id = $2`,
  params: { tenantId: 'int4', conversationId: 'int4' },
  row: {
    id: 'int4',
    channel: 'text',
    peer: 'text',
    contactId: 'int4',
    contactName: 'text?',
    accountExternalId: 'text',
    accountName: 'text',
  },
});

/** Excludes deleted, failed and scheduled messages, and those before the last resolve. Reads each conversation by its index. */
const findMessages = defineStatement({
  name: 'bots.find-history',
  plan: 'index',
  text: `SELECT h.id AS message_id, h.direction = 'in' AS is_customer, h.text, h.attachments
           FROM (SELECT c.closed_message_id AS after FROM conversations c WHERE c.tenant_id = $1 AND c.id = $2) closed
          CROSS JOIN unnest($3::int4[]) AS merged (conversation_id)
          CROSS JOIN LATERAL (SELECT m.id, m.direction, m.text, m.attachments FROM messages m
                               WHERE m.tenant_id = $1 AND m.conversation_id = merged.conversation_id AND m.id > closed.after AND m.id <= $4
                                 AND m.revoked_at IS NULL AND m.status NOT IN ('failed', 'scheduled')
                               ORDER BY m.id DESC LIMIT $5::int4) h
          ORDER BY h.id DESC LIMIT $5::int4`,
  params: { tenantId: 'int4', conversationId: 'int4', conversationIds: 'int4[]', upTo: 'int8', count: 'int4' },
  row: { messageId: 'int8', isCustomer: 'bool!', text: 'text', attachments: 'jsonb' },
});

const filesOf = (attachments: unknown): HistoryMessage['files'] =>
  Attachments.parse(attachments).map(({ id, type, mime_type: mimeType }) => ({ attachmentId: id, type, mimeType }));

/**
 * A conversation with its newest messages, including those of conversations merged into it, up to the message to answer;
 * null where the tenant has none.
 */
export async function loadConversation(
  sql: Sql,
  {
    tenantId,
    conversationId,
    mergedIds,
    triggerMessageId: upTo,
  }: Pick<ClaimedTurn, 'tenantId' | 'conversationId' | 'mergedIds' | 'triggerMessageId'>,
): Promise<LoadedConversation | null> {
  const conversationIds = [conversationId, ...mergedIds];
  const [conversation, messages] = await Promise.all([
    findConversation.first(sql, { tenantId, conversationId }),
    findMessages.all(sql, { tenantId, conversationId, conversationIds, upTo, count: MAX_MESSAGES }),
  ]);
  if (!conversation) return null;
  const channel = Channel.parse(conversation.channel);
  return {
    channel,
    conversation: {
      id: conversation.id,
      channel,
      account: { id: conversation.accountExternalId, name: conversation.accountName },
      person: { contact_id: conversation.contactId, address: conversation.peer, name: conversation.contactName },
    },
    messages: messages.reverse().map(({ attachments, ...message }) => ({ ...message, files: filesOf(attachments) })),
  };
}
