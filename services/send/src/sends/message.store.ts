import { CHANNELS } from '@parley/common/channels';
import type { Attachment, MessageSentData, MessageStatusData } from '@parley/common/events';
import type { RichContent } from '@parley/common/messages/message-content';
import type { Sql } from '@parley/database/sql';
import { computed, json, oneOf, orNull } from '@parley/database/statements/column';
import type { PrismaDatabase } from '@parley/database/statements/map-database-errors';
import { defineStatement } from '@parley/database/statements/statement';
import { isHeld } from '@parley/messaging/messages/held-message';

const selectMessage = defineStatement({
  name: 'send.find-message',
  text: `SELECT m.id AS message_id, m.conversation_id, m.channel, m.peer, m.text, m.attachments, m.template, m.extra -> 'content' AS content, m.reply_to_id,
                CASE WHEN m.status = 'scheduled' THEN m.extra ->> 'send_at' END AS send_at,
                ${isHeld('m')} AS is_held, m.origin, m.status,
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
    content: orNull(json<RichContent>()),
    replyToId: 'int8?',
    sendAt: 'text?',
    isHeld: 'bool!',
    origin: oneOf('api', 'bot', 'dashboard', 'phone'),
    status: oneOf('scheduled', 'sending', 'unknown', 'sent', 'delivered', 'read', 'failed'),
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

const selectPeer = defineStatement({
  name: 'send.find-peer',
  plan: 'index',
  text: 'SELECT channel, peer FROM conversations WHERE tenant_id = $1 AND id = $2',
  params: { tenantId: 'int4', conversationId: 'int4' },
  row: { channel: oneOf(...CHANNELS), peer: 'text' },
});

/** Channel and address of a conversation of the tenant, or null. */
export const findConversation = (sql: Sql, tenantId: number, conversationId: number) =>
  selectPeer.first(sql, { tenantId, conversationId });

const selectTypingTarget = defineStatement({
  name: 'send.find-typing-target',
  plan: 'index',
  text: `SELECT c.channel, c.peer, c.provider_thread_id AS thread_id, a.id, a.tenant_id, a.external_id, a.credentials,
                (SELECT m.provider_message_id FROM messages m WHERE m.id = $3 AND m.tenant_id = $1 AND m.conversation_id = $2) AS answered_id
           FROM conversations c JOIN channel_accounts a ON a.id = c.channel_account_id AND a.status = 'connected'
          WHERE c.tenant_id = $1 AND c.id = $2`,
  params: { tenantId: 'int4', conversationId: 'int4', messageId: 'int8' },
  row: {
    channel: oneOf(...CHANNELS),
    peer: 'text',
    threadId: 'text?',
    id: 'int4',
    tenantId: 'int4',
    externalId: 'text',
    credentials: 'text',
    answeredId: 'text?',
  },
});

/** A conversation on a connected account, and the provider's id of a message in it; null where the tenant has none. */
export async function findTypingTarget(
  sql: Sql,
  given: { tenantId: number; conversationId: number; messageId: string },
) {
  const found = await selectTypingTarget.first(sql, given);
  if (!found) return null;
  const { channel, peer, threadId, answeredId: lastInboundId, ...account } = found;
  return { channel, account, place: { peer, threadId, lastInboundId } };
}

type Prisma = Pick<PrismaDatabase, 'prisma'>;

/** The encrypted credentials of a connected account, or null. */
export async function findCredentials({ prisma }: Prisma, accountId: number): Promise<string | null> {
  const where = { id: accountId, status: 'connected' };
  return (await prisma.channelAccount.findFirst({ where, select: { credentials: true } }))?.credentials ?? null;
}

/** Scale of the column `tenants.balance`. */
const DECIMALS = 6;

/** The tenant's current balance, or null when there is no such tenant. Only a reservation debits credit. */
export async function findCredit({ prisma }: Prisma, tenantId: number) {
  const tenant = await prisma.tenant.findUnique({ where: { id: tenantId }, select: { balance: true, status: true } });
  return tenant && { balance: tenant.balance.toFixed(DECIMALS), isActive: tenant.status === 'active' };
}

const selectQuoted = defineStatement({
  name: 'send.find-quoted',
  plan: 'index',
  text: `SELECT m.conversation_id, m.provider_message_id, m.direction, m.extra -> 'author' ->> 0 AS author, m.text
           FROM messages m JOIN conversations c ON c.id = m.conversation_id
          WHERE m.id = $1 AND m.tenant_id = $2 AND m.channel = $3 AND m.revoked_at IS NULL
            AND (c.peer = $4
                 OR EXISTS (SELECT 1 FROM contact_addresses a
                             WHERE a.tenant_id = $2 AND a.channel = $3 AND a.address = $4 AND a.contact_id = c.contact_id))`,
  params: { messageId: 'int8', tenantId: 'int4', channel: 'text', to: 'text' },
  row: {
    conversationId: 'int4',
    providerMessageId: 'text?',
    direction: oneOf('in', 'out'),
    author: 'text?',
    text: 'text',
  },
});

/** A message of the tenant in a conversation with this recipient, or null. */
export const findQuotedMessage = (
  sql: Sql,
  given: { messageId: string; tenantId: number; channel: string; to: string },
) => selectQuoted.first(sql, given);
