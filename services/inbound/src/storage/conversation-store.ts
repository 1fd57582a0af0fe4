import { CHANNELS, type Channel } from '@parley/common/channels';
import {
  ConversationMessage,
  ConversationStatus,
  type ConversationView,
} from '@parley/common/contracts/operator/conversations';
import type { ContactView } from '@parley/common/contracts/operator/erasures';
import { oneOf, type RowOf } from '@parley/database/column';
import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statement';
import type { z } from 'zod';
import { slotOf } from './activity-slot.ts';
import { findContacts } from './contact-list-store.ts';

type Status = z.infer<typeof ConversationStatus>;
type View = z.infer<typeof ConversationView>;
type MessageView = z.infer<typeof ConversationMessage>;

export interface ConversationStore {
  /** Newest activity first, at most `count`; null before which starts at the newest. */
  list(
    tenantId: number,
    page: {
      before: { activeMs: number; id: number } | null;
      count: number;
      channel?: Channel | undefined;
      status?: Status | undefined;
    },
  ): Promise<View[]>;
  exists(tenantId: number, id: number): Promise<boolean>;
  /** Newest first. */
  messages(tenantId: number, id: number, page: { before: string | null; count: number }): Promise<MessageView[]>;
  contacts(
    tenantId: number,
    page: { identifier: string; after: number; count: number },
  ): Promise<z.infer<typeof ContactView>[]>;
  /** Null when this tenant has no such conversation. */
  update(tenantId: number, id: number, status: Status): Promise<View | null>;
}

const STATUSES = ConversationStatus.options;

const CONVERSATION = {
  id: 'int4',
  channel: oneOf(...CHANNELS),
  peer: 'text',
  contactId: 'int4',
  status: oneOf(...STATUSES),
  contactName: 'text?',
  lastMessageAt: 'timestamptz',
  createdAt: 'timestamptz',
  externalId: 'text',
  number: 'text?',
  accountName: 'text',
} as const;
const SELECT = `
  SELECT c.id, c.channel, c.peer, c.contact_id, c.status, p.name AS contact_name, c.last_message_at, c.created_at,
         a.external_id, a.number, a.name AS account_name
    FROM conversations c
    JOIN contacts p ON p.id = c.contact_id
    JOIN channel_accounts a ON a.id = c.channel_account_id`;

const toView = (row: RowOf<typeof CONVERSATION>): View => ({
  id: row.id,
  channel: row.channel,
  account: { id: row.externalId, number: row.number, label: row.accountName },
  peer: row.peer,
  contact_id: row.contactId,
  name: row.contactName,
  status: row.status,
  last_message_at: row.lastMessageAt.toISOString(),
  created_at: row.createdAt.toISOString(),
});

/** No channel or no status means all of them: the index gives the order, these only filter. */
const listPage = defineStatement({
  name: 'inbound.list-conversations',
  text: `${SELECT}
   WHERE c.tenant_id = $1 AND c.channel = ANY ($2) AND c.status = ANY ($3) AND (c.active_slot, c.last_message_at, c.id) < (${slotOf('$4')}, $4, $5)
   ORDER BY c.active_slot DESC, c.last_message_at DESC, c.id DESC LIMIT $6`,
  params: {
    tenantId: 'int4',
    channels: 'text[]',
    statuses: 'text[]',
    activeBefore: 'timestamptz',
    idBefore: 'int4',
    limit: 'int8',
  },
  row: CONVERSATION,
});

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

const setStatus = defineStatement({
  name: 'inbound.set-conversation-status',
  text: `WITH changed AS (UPDATE conversations SET status = $3 WHERE tenant_id = $1 AND id = $2 RETURNING id)
         ${SELECT} WHERE c.id IN (SELECT id FROM changed)`,
  params: { tenantId: 'int4', id: 'int4', status: 'text' },
  row: CONVERSATION,
});

/** Later than any conversation. */
const LATEST = { activeBefore: new Date('9999-12-31T00:00:00Z'), idBefore: 0 };
/** Above the id of any message. */
const LAST_ID = '9223372036854775807';

/** Conversations and their messages, as an operator reads them. */
export function makeConversationStore(sql: Sql): ConversationStore {
  return {
    async list(tenantId, { before, count, channel, status }) {
      const rows = await listPage.all(sql, {
        tenantId,
        channels: channel === undefined ? [...CHANNELS] : [channel],
        statuses: status === undefined ? [...STATUSES] : [status],
        ...(before ? { activeBefore: new Date(before.activeMs), idBefore: before.id } : LATEST),
        limit: String(count),
      });
      return rows.map(toView);
    },
    contacts: (tenantId, page) => findContacts(sql, tenantId, page),
    exists: async (tenantId, id) => (await findConversation.first(sql, { tenantId, id })) !== null,
    async messages(tenantId, conversationId, { before, count }) {
      const page = { tenantId, conversationId, before: before ?? LAST_ID, limit: String(count) };
      const rows = await listMessages.all(sql, page);
      return rows.map(({ id: messageId, happenedAt, ...message }) =>
        ConversationMessage.parse({ ...message, message_id: messageId, at: happenedAt.toISOString() }),
      );
    },
    async update(tenantId, id, status) {
      const changed = await setStatus.first(sql, { tenantId, id, status });
      return changed && { ...toView(changed), status };
    },
  };
}
