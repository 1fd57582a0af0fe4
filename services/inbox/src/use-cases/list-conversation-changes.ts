import { type CallContext, tenantIdOf } from '@parley/common/call-context';
import type { listConversationChanges as contract } from '@parley/common/contracts/console/conversation-changes';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import type { InboxService } from '../service.ts';
import { hasConversation } from '../storage/conversation-store.ts';
import { findShownChanges } from '../storage/shown-change-store.ts';

/** Errors: unknown_conversation. */
export async function listConversationChanges(
  { database }: InboxService,
  { id }: InputOf<typeof contract>,
  context: CallContext,
): Promise<OutputOf<typeof contract>> {
  const tenantId = tenantIdOf(context);
  if (!(await hasConversation(database, tenantId, id))) throw new AppError('unknown_conversation');
  const changes = await findShownChanges(database, tenantId, id);
  return { items: changes.map(({ at, ...change }) => ({ ...change, at: at.toISOString() })) };
}
