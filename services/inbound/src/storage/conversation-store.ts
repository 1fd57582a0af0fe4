import { ConversationMessage } from '@parley/common/contracts/operator/conversations';
import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statement';
import type { ConversationStore } from '../use-cases/read-conversations.ts';
import { findContacts } from './contact-list-store.ts';
import { listConversations } from './conversation-list-store.ts';

const findConversation = defineStatement({
  name: 'inbound.find-conversation',
  text: 'SELECT id FROM conversations WHERE tenant_id = $1 AND id = $2',
  params: { tenantId: 'int4', id: 'int4' },
  row: { id: 'int4' },
});

const listMessages = defineStatement({
  name: 'inbound.list-messages',
  text: `SELECT id, direction, origin, status, text, attachments, happened_at FROM messages
          WHERE tenant_id = $1 AND conversation_id = $2 AND id < $3 ORDER BY id DESC LIMIT $4`,
  params: { tenantId: 'int4', conversationId: 'int4', before: 'int8', limit: 'int8' },
  row: {
    id: 'int8',
    direction: 'text',
    origin: 'text',
    status: 'text',
    text: 'text',
    attachments: 'jsonb',
    happenedAt: 'timestamptz',
  },
});

/** Above the id of any message. */
const LAST_ID = '9223372036854775807';

/** Conversations and their messages, as an operator reads them. */
export const makeConversationStore = (sql: Sql): ConversationStore => ({
  list: (tenantId, filter, page) => listConversations(sql, tenantId, filter, page),
  contacts: (tenantId, page) => findContacts(sql, tenantId, page),
  exists: async (tenantId, id) => (await findConversation.first(sql, { tenantId, id })) !== null,
  async messages(tenantId, conversationId, { before, count }) {
    const page = { tenantId, conversationId, before: before ?? LAST_ID, limit: String(count) };
    const rows = await listMessages.all(sql, page);
    return rows.map(({ id: messageId, happenedAt, ...message }) =>
      ConversationMessage.parse({ ...message, message_id: messageId, at: happenedAt.toISOString() }),
    );
  },
});
