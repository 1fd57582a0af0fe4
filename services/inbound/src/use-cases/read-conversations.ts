import type {
  listConversationMessages,
  listConversations,
  updateConversation,
} from '@parley/common/contracts/operator/conversations';
import type { listContacts } from '@parley/common/contracts/operator/erasures';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { defineCursor, pageOf, readCursor } from '@parley/database/list-cursor';
import type { TenantOf } from '@parley/database/tenant-of-slug';
import type { ConversationStore } from '../storage/conversation-store.ts';

const BY_ACTIVITY = defineCursor('conversation', { activeMs: 'ms', id: 'int4' });
const MESSAGES = defineCursor('message', { id: 'int8' });

/**
 * The conversations of a tenant, for its operator (docs/reference/operator-api.md#conversations). Errors:
 * unknown_tenant, unknown_conversation, invalid_cursor.
 */
export interface ConversationQueries {
  list(input: InputOf<typeof listConversations>): Promise<OutputOf<typeof listConversations>>;
  messages(input: InputOf<typeof listConversationMessages>): Promise<OutputOf<typeof listConversationMessages>>;
  /** Who an identifier names. */
  contacts(input: InputOf<typeof listContacts>): Promise<OutputOf<typeof listContacts>>;
  update(input: InputOf<typeof updateConversation>): Promise<OutputOf<typeof updateConversation>>;
}

export function makeConversationQueries(store: ConversationStore, tenantOf: TenantOf): ConversationQueries {
  return {
    async list({ slug, limit, cursor, channel, status }) {
      const before = BY_ACTIVITY.read(cursor);
      const found = await store.list(await tenantOf(slug), { before, count: limit + 1, channel, status });
      return BY_ACTIVITY.pageOf(
        found,
        limit,
        (conversation) => conversation,
        ({ last_message_at: at, id }) => ({ activeMs: Date.parse(at), id }),
      );
    },
    async messages({ slug, id, limit, cursor }) {
      const before = MESSAGES.read(cursor)?.id ?? null;
      const tenantId = await tenantOf(slug);
      if (!(await store.exists(tenantId, id))) throw new AppError('unknown_conversation');
      return MESSAGES.pageOf(
        await store.messages(tenantId, id, { before, count: limit + 1 }),
        limit,
        (message) => message,
        ({ message_id }) => ({ id: message_id }),
      );
    },
    async contacts({ slug, identifier, limit, cursor }) {
      const after = readCursor(cursor);
      const found = await store.contacts(await tenantOf(slug), { identifier, after, count: limit + 1 });
      return pageOf(found, limit, (contact) => contact);
    },
    async update({ slug, id, status }) {
      const updated = await store.update(await tenantOf(slug), id, status);
      if (!updated) throw new AppError('unknown_conversation');
      return updated;
    },
  };
}
