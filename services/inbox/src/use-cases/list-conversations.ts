import type { listConversations as contract } from '@parley/common/contracts/operator/conversations';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { tenantOfSlug } from '@parley/database/tenant-of-slug';
import { BY_ACTIVITY } from '../domain/activity.ts';
import { showConversation } from '../domain/show-conversation.ts';
import type { InboxService } from '../service.ts';
import { findShownPage } from '../storage/conversation-list-store.ts';

/** Newest activity first. Errors: unknown_tenant, invalid_cursor. */
export async function listConversations(
  { database, now }: InboxService,
  { slug, limit, cursor, ...filter }: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const before = BY_ACTIVITY.read(cursor);
  const { rows, next } = await database.read(async (reader) =>
    findShownPage(reader, await tenantOfSlug(reader, slug), filter, { before, count: limit }),
  );
  const at = now();
  return { items: rows.map((row) => showConversation(row, at)), nextCursor: next && BY_ACTIVITY.after(next) };
}
