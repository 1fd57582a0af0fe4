import { tellInboxChanged } from '@parley/bus/tell-inbox-changed';
import { verb } from '@parley/bus/verb';
import { markConversationRead as contract } from '@parley/common/contracts/operator/conversations';
import { AppError } from '@parley/common/errors';
import { tenantOfSlug } from '@parley/database/tenant-of-slug';
import { retryConflicts } from '@parley/database/transactions/retry-conflicts';
import type { InboxService } from '../service.ts';
import { lockConversations, markRead } from './change.store.ts';
import { findShown } from './conversation.store.ts';
import { showConversation } from './show-conversation.rules.ts';

/** Marks everything in a conversation as read. Errors: unknown_tenant, unknown_conversation. */
export const markConversationRead = verb(contract, async ({ database, bus, now }: InboxService, { slug, id }) => {
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
});
