import type {
  listConversationMessages,
  listConversations,
  updateConversation,
} from '@parley/common/contracts/operator/conversations';
import type { listContacts } from '@parley/common/contracts/operator/erasures';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { pageOf, readCursor } from '@parley/database/list-cursor';
import type { ConversationStore } from '../storage/conversation-store.ts';

/**
 * The conversations of a tenant, for its operator (docs/reference/operator-api.md#conversations). Errors:
 * unknown_tenant, unknown_conversation.
 */
export interface ConversationQueries {
  list(input: InputOf<typeof listConversations>): Promise<OutputOf<typeof listConversations>>;
  messages(input: InputOf<typeof listConversationMessages>): Promise<OutputOf<typeof listConversationMessages>>;
  /** Who an identifier names. Errors: unknown_tenant, invalid_cursor. */
  contacts(input: InputOf<typeof listContacts>): Promise<OutputOf<typeof listContacts>>;
  update(input: InputOf<typeof updateConversation>): Promise<OutputOf<typeof updateConversation>>;
}

export function makeConversationQueries(store: ConversationStore): ConversationQueries {
  async function tenantOf(slug: string): Promise<number> {
    const tenantId = await store.findTenant(slug);
    if (tenantId === null) throw new AppError('unknown_tenant');
    return tenantId;
  }
  return {
    async list({ slug, ...page }) {
      return store.list(await tenantOf(slug), page);
    },
    async messages({ slug, id, ...page }) {
      const tenantId = await tenantOf(slug);
      if (!(await store.exists(tenantId, id))) throw new AppError('unknown_conversation');
      return store.messages(tenantId, id, page);
    },
    async contacts({ slug, identifier, limit, cursor }) {
      const tenantId = await tenantOf(slug);
      const after = readCursor(cursor);
      return pageOf(
        await store.contacts(tenantId, { identifier, after, count: limit + 1 }),
        limit,
        (contact) => contact,
      );
    },
    async update({ slug, id, status }) {
      const updated = await store.update(await tenantOf(slug), id, status);
      if (!updated) throw new AppError('unknown_conversation');
      return updated;
    },
  };
}
