import { type CallContext, tenantIdOf } from '@parley/common/call-context';
import type { countConversations as contract } from '@parley/common/contracts/console/count-conversations';
import { LOOKED_AT_ONCE } from '@parley/common/contracts/operator/update-conversations';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { BY_ACTIVITY } from '../domain/activity.ts';
import type { InboxService } from '../service.ts';
import { findIdPage } from '../storage/conversation-list-store.ts';

/**
 * Counts the conversations of a filter; changes by others between two calls are not considered. Errors: invalid_cursor.
 */
export async function countConversations(
  { database }: InboxService,
  { cursor, ...filter }: InputOf<typeof contract>,
  context: CallContext,
): Promise<OutputOf<typeof contract>> {
  const before = BY_ACTIVITY.read(cursor);
  const { rows, next } = await database.read((reader) =>
    findIdPage(reader, tenantIdOf(context), filter, { before, count: LOOKED_AT_ONCE }),
  );
  return { count: rows.length, nextCursor: next && BY_ACTIVITY.after(next) };
}
