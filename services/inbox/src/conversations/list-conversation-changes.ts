import { verb } from '@parley/bus/verb';
import { tenantIdOf } from '@parley/common/call-context';
import { listConversationChanges as contract } from '@parley/common/contracts/console/conversation-changes';
import { AppError } from '@parley/common/errors';
import type { InboxService } from '../service.ts';
import { findShownChanges } from './change.store.ts';
import { hasConversation } from './message.store.ts';

/** Errors: unknown_conversation. */
export const listConversationChanges = verb(contract, async ({ database }: InboxService, { id }, context) => {
  const tenantId = tenantIdOf(context);
  if (!(await hasConversation(database, tenantId, id))) throw new AppError('unknown_conversation');
  const changes = await findShownChanges(database, tenantId, id);
  return { items: changes.map(({ at, ...change }) => ({ ...change, at: at.toISOString() })) };
});
