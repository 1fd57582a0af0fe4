import { CHANNELS } from '@parley/common/channels';
import type { Attachment, MessageSentData, MessageStatusData } from '@parley/common/events';
import { computed, json, oneOf, orNull } from '@parley/database/column';
import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statement';

const selectMessage = defineStatement({
  name: 'send.find-message',
  text: `SELECT m.id AS message_id, m.conversation_id, m.channel, m.peer, m.text, m.attachments, m.template, m.origin, m.status,
                m.error, m.provider_message_id, a.external_id, a.name AS account_name, a.number AS account_number,
                (SELECT s.at FROM message_statuses s WHERE s.message_id = m.id AND s.status = 'sent') AS sent_at,
                coalesce((SELECT jsonb_agg(jsonb_build_object('status', s.status, 'at', s.at)
                                           ORDER BY array_position(ARRAY['sent', 'delivered', 'read', 'failed'], s.status))
                            FROM message_statuses s WHERE s.message_id = m.id), '[]') AS history
           FROM messages m JOIN channel_accounts a ON a.id = m.channel_account_id
          WHERE m.tenant_id = $1 AND m.id = $2 AND m.direction = 'out'`,
  params: { tenantId: 'int4', messageId: 'int8' },
  row: {
    messageId: 'int8',
    conversationId: 'int4',
    channel: oneOf(...CHANNELS),
    peer: 'text',
    text: 'text',
    attachments: json<Attachment[]>(),
    template: orNull(json<NonNullable<MessageSentData['template']>>()),
    origin: oneOf('api', 'bot', 'dashboard', 'phone'),
    status: oneOf('sending', 'unknown', 'sent', 'delivered', 'read', 'failed'),
    error: orNull(json<NonNullable<MessageStatusData['error']>>()),
    providerMessageId: 'text?',
    externalId: 'text',
    accountName: 'text',
    accountNumber: 'text?',
    sentAt: 'timestamptz?',
    history: computed(json<{ status: string; at: string }[]>()),
  },
});

/** A sent message with its history. */
export type MessageRecord = Awaited<ReturnType<typeof selectMessage.all>>[number];

/** An outbound message of the tenant, or null. */
export const findMessage = (sql: Sql, tenantId: number, messageId: string): Promise<MessageRecord | null> =>
  selectMessage.first(sql, { tenantId, messageId });

const selectConversation = defineStatement({
  name: 'send.find-conversation',
  text: 'SELECT channel, peer FROM conversations WHERE tenant_id = $1 AND id = $2',
  params: { tenantId: 'int4', conversationId: 'int4' },
  row: { channel: oneOf(...CHANNELS), peer: 'text' },
});

/** Channel and address of a conversation of the tenant, or null. */
export const findConversation = (sql: Sql, tenantId: number, conversationId: number) =>
  selectConversation.first(sql, { tenantId, conversationId });

const selectCredentials = defineStatement({
  name: 'send.find-credentials',
  text: `SELECT credentials FROM channel_accounts WHERE id = $1 AND status = 'connected'`,
  params: { accountId: 'int4' },
  row: { credentials: 'text' },
});

/** The encrypted credentials of a connected account, or null. */
export const findCredentials = async (sql: Sql, accountId: number): Promise<string | null> =>
  (await selectCredentials.first(sql, { accountId }))?.credentials ?? null;

const selectCredit = defineStatement({
  name: 'send.find-credit',
  text: `SELECT balance, status = 'active' AS is_active FROM tenants WHERE id = $1`,
  params: { tenantId: 'int4' },
  row: { balance: 'numeric', isActive: 'bool!' },
});

/** The tenant's current balance, or null when there is no such tenant. Only a reservation takes credit. */
export const findCredit = (sql: Sql, tenantId: number) => selectCredit.first(sql, { tenantId });
