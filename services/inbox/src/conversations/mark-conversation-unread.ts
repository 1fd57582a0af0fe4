import { tellInboxChanged } from '@parley/bus/tell-inbox-changed';
import { verb } from '@parley/bus/verb';
import { tenantIdOf } from '@parley/common/call-context';
import { markConversationUnread as contract } from '@parley/common/contracts/console/mark-conversation-unread';
import { AppError } from '@parley/common/errors';
import { retryConflicts } from '@parley/database/transactions/retry-conflicts';
import type { InboxService } from '../service.ts';
import { lockConversations, markUnread } from './change.store.ts';

/** Marks the newest message of the customer as unread, unless something is unread already. Errors: unknown_conversation. */
export const markConversationUnread = verb(contract, async ({ database, bus }: InboxService, { id }, context) => {
  const tenantId = tenantIdOf(context);
  const isChanged = await retryConflicts(() =>
    database.transaction(async (sql) => {
      const [held] = await lockConversations(sql, tenantId, [id]);
      if (!held) throw new AppError('unknown_conversation');
      return markUnread(sql, id);
    }),
  );
  if (isChanged) tellInboxChanged(bus, [tenantId]);
  return { ok: true };
});
