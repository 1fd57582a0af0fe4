import { tellInboxChanged } from '@parley/bus/tell-inbox-changed';
import { type CallContext, tenantIdOf } from '@parley/common/call-context';
import type { markConversationUnread as contract } from '@parley/common/contracts/console/mark-conversation-unread';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { retryConflicts } from '@parley/database/retry-conflicts';
import type { InboxService } from '../service.ts';
import { lockConversations, markUnread } from '../storage/change-store.ts';

/** Marks the newest message of the customer as unread, unless something is unread already. Errors: unknown_conversation. */
export async function markConversationUnread(
  { database, bus }: InboxService,
  { id }: InputOf<typeof contract>,
  context: CallContext,
): Promise<OutputOf<typeof contract>> {
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
}
