import { tellInboxChanged } from '@parley/bus/tell-inbox-changed';
import type { markConversationRead as contract } from '@parley/common/contracts/operator/conversations';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { retryConflicts } from '@parley/database/retry-conflicts';
import { tenantOfSlug } from '@parley/database/tenant-of-slug';
import { showConversation } from '../domain/show-conversation.ts';
import type { InboxService } from '../service.ts';
import { lockConversations, markRead } from '../storage/change-store.ts';
import { findShown } from '../storage/conversation-view.ts';

/** Marks everything in a conversation as read. Errors: unknown_tenant, unknown_conversation. */
export async function markConversationRead(
  { database, bus, now }: InboxService,
  { slug, id }: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const tenantId = await tenantOfSlug(database, slug);
  const { shown, isChanged } = await retryConflicts(() =>
    database.transaction(async (sql) => {
      const [held] = await lockConversations(sql, tenantId, [id]);
      const isChanged = held !== undefined && held.unread > 0;
      if (isChanged) await markRead(sql, id);
      const row = await findShown(sql, tenantId, id);
      if (!row) throw new AppError('unknown_conversation');
      return { shown: showConversation(row, now()), isChanged };
    }),
  );
  if (isChanged) tellInboxChanged(bus, [tenantId]);
  return shown;
}
