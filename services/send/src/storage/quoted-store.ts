import { oneOf } from '@parley/database/column';
import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statement';

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
