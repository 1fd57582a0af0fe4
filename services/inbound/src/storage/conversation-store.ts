import { Channel } from '@parley/common/channels';
import {
  ConversationMessage,
  ConversationStatus,
  type ConversationView,
} from '@parley/common/contracts/operator/conversations';
import type { ContactView } from '@parley/common/contracts/operator/erasures';
import type { Database } from '@parley/prisma/connect-database';
import type { z } from 'zod';
import { findContacts } from './contact-list-store.ts';

type View = z.infer<typeof ConversationView>;
type MessageView = z.infer<typeof ConversationMessage>;

interface Page {
  limit: number;
  cursor?: string | undefined;
}

export interface ConversationStore {
  findTenant(slug: string): Promise<number | null>;
  list(
    tenantId: number,
    page: Page & { channel?: string | undefined; status?: string | undefined },
  ): Promise<{ items: View[]; next_cursor: string | null }>;
  exists(tenantId: number, id: number): Promise<boolean>;
  messages(tenantId: number, id: number, page: Page): Promise<{ items: MessageView[]; next_cursor: string | null }>;
  contacts(
    tenantId: number,
    page: { identifier: string; after: number; count: number },
  ): Promise<z.infer<typeof ContactView>[]>;
  /** Null when this tenant has no such conversation. */
  update(tenantId: number, id: number, status: string): Promise<View | null>;
}

interface ConversationRow {
  id: number;
  channel: string;
  peer: string;
  contact_id: number;
  status: string;
  contact_name: string | null;
  last_message_at: Date;
  created_at: Date;
  external_id: string;
  number: string | null;
  account_name: string;
}

const SELECT = `
  SELECT c.id, c.channel, c.peer, c.contact_id, c.status, p.name AS contact_name, c.last_message_at, c.created_at,
         a.external_id, a.number, a.name AS account_name
    FROM conversations c
    JOIN contacts p ON p.id = c.contact_id
    JOIN channel_accounts a ON a.id = c.channel_account_id`;

const toView = (row: ConversationRow): View => ({
  id: row.id,
  channel: Channel.parse(row.channel),
  account: { id: row.external_id, number: row.number, label: row.account_name },
  peer: row.peer,
  contact_id: row.contact_id,
  name: row.contact_name,
  status: ConversationStatus.parse(row.status),
  last_message_at: row.last_message_at.toISOString(),
  created_at: row.created_at.toISOString(),
});

/** A position in the list by activity: time, then id. A cursor that was not made here starts at the newest. */
const readCursor = (cursor: string | undefined): [Date | null, number | null] => {
  const [time = '', id = ''] = (cursor ?? '').split('.');
  return /^\d{1,15}$/.test(time) && /^\d{1,10}$/.test(id) ? [new Date(Number(time)), Number(id)] : [null, null];
};

/** Conversations and their messages, as an operator reads them. */
export function makeConversationStore(database: Pick<Database, 'query'>): ConversationStore {
  return {
    async findTenant(slug) {
      const { rows } = await database.query<{ id: number }>({
        text: 'SELECT id FROM tenants WHERE slug = $1',
        values: [slug],
      });
      return rows[0]?.id ?? null;
    },
    async list(tenantId, { limit, cursor, channel, status }) {
      const [before, beforeId] = readCursor(cursor);
      const { rows } = await database.query<ConversationRow>({
        text: `${SELECT}
          WHERE c.tenant_id = $1 AND ($2::text IS NULL OR c.channel = $2) AND ($3::text IS NULL OR c.status = $3)
            AND ($4::timestamptz IS NULL OR (c.last_message_at, c.id) < ($4, $5::int))
          ORDER BY c.last_message_at DESC, c.id DESC LIMIT $6`,
        values: [tenantId, channel ?? null, status ?? null, before, beforeId, limit + 1],
      });
      const items = rows.slice(0, limit);
      const last = items.at(-1);
      return {
        items: items.map(toView),
        next_cursor: rows.length > limit && last ? `${last.last_message_at.getTime()}.${last.id}` : null,
      };
    },
    contacts: (tenantId, page) => findContacts(database, tenantId, page),
    async exists(tenantId, id) {
      const { rowCount } = await database.query({
        text: 'SELECT 1 FROM conversations WHERE tenant_id = $1 AND id = $2',
        values: [tenantId, id],
      });
      return rowCount > 0;
    },
    async messages(tenantId, id, { limit, cursor }) {
      const before = cursor !== undefined && /^\d{1,18}$/.test(cursor) ? cursor : null;
      const { rows } = await database.query<{
        id: string;
        direction: string;
        origin: string;
        status: string;
        text: string;
        attachments: unknown;
        happened_at: Date;
      }>({
        text: `SELECT id, direction, origin, status, text, attachments, happened_at FROM messages
                WHERE tenant_id = $1 AND conversation_id = $2 AND ($3::bigint IS NULL OR id < $3)
                ORDER BY id DESC LIMIT $4`,
        values: [tenantId, id, before, limit + 1],
      });
      const items = rows.slice(0, limit);
      return {
        items: items.map((row) =>
          ConversationMessage.parse({ ...row, message_id: row.id, at: row.happened_at.toISOString() }),
        ),
        next_cursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null,
      };
    },
    async update(tenantId, id, status) {
      const { rows } = await database.query<ConversationRow>({
        text: `WITH changed AS (UPDATE conversations SET status = $3 WHERE tenant_id = $1 AND id = $2 RETURNING id)
               ${SELECT} WHERE c.id IN (SELECT id FROM changed)`,
        values: [tenantId, id, status],
      });
      const [row] = rows;
      return row ? { ...toView(row), status: ConversationStatus.parse(status) } : null;
    },
  };
}
