import { verb } from '@parley/bus/verb';
import { tenantIdOf } from '@parley/common/call-context';
import { countConversations as contract } from '@parley/common/contracts/console/count-conversations';
import { LOOKED_AT_ONCE } from '@parley/common/contracts/operator/update-conversations';
import type { InboxService } from '../service.ts';
import { BY_ACTIVITY, findIdPage } from './conversation.store.ts';

/**
 * Counts the conversations of a filter; changes by others between two calls are not considered. Errors: invalid_cursor.
 */
export const countConversations = verb(contract, async ({ database }: InboxService, { cursor, ...filter }, context) => {
  const before = BY_ACTIVITY.read(cursor);
  const { rows, next } = await database.read((reader) =>
    findIdPage(reader, tenantIdOf(context), filter, { before, count: LOOKED_AT_ONCE }),
  );
  return { count: rows.length, nextCursor: next && BY_ACTIVITY.after(next) };
});
