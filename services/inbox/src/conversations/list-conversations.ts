import { verb } from '@parley/bus/verb';
import { listConversations as contract } from '@parley/common/contracts/operator/conversations';
import { tenantOfSlug } from '@parley/database/tenant-of-slug';
import type { InboxService } from '../service.ts';
import { BY_ACTIVITY, findShownPage } from './conversation.store.ts';
import { showConversation } from './show-conversation.rules.ts';

/** Newest activity first. Errors: unknown_tenant, invalid_cursor. */
export const listConversations = verb(
  contract,
  async ({ database, now }: InboxService, { slug, limit, cursor, ...filter }) => {
    const before = BY_ACTIVITY.read(cursor);
    const { rows, next } = await database.read(async (reader) =>
      findShownPage(reader, await tenantOfSlug(reader, slug), filter, { before, count: limit }),
    );
    const at = now();
    return { items: rows.map((row) => showConversation(row, at)), nextCursor: next && BY_ACTIVITY.after(next) };
  },
);
