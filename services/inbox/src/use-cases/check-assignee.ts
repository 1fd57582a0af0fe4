import type { ConversationChange } from '@parley/common/contracts/operator/conversations';
import { AppError } from '@parley/common/errors';
import type { InboxService } from '../service.ts';
import { isMember } from '../storage/member-store.ts';

/** Errors: unknown_member. */
export async function checkAssignee(
  { database }: InboxService,
  tenantId: number,
  { assignee }: ConversationChange,
): Promise<void> {
  if (assignee && !(await isMember(database, tenantId, assignee))) throw new AppError('unknown_member');
}
