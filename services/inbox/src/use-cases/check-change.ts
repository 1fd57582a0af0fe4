import type { ConversationChange } from '@parley/common/contracts/operator/conversations';
import { AppError } from '@parley/common/errors';
import type { CheckedChange } from '../domain/change-conversation.ts';
import { readSnooze } from '../domain/snooze.ts';
import type { InboxService } from '../service.ts';
import { hasLabels } from '../storage/label-store.ts';
import { isMember } from '../storage/member-store.ts';

/** A change whose team is not locked yet; undefined: another one, null: none. */
export type ChangeOfTeam = Omit<CheckedChange, 'team'> & { teamId: string | null | undefined };

/** The change, if the tenant has what it names. Errors: unknown_member, unknown_label, invalid_snooze_until. */
export async function checkChange(
  { database, now }: InboxService,
  tenantId: number,
  { snooze, team, ...change }: ConversationChange,
): Promise<ChangeOfTeam> {
  const { assignee, addLabels = [], removeLabels = [] } = change;
  if (assignee && !(await isMember(database, tenantId, assignee))) throw new AppError('unknown_member');
  const named = [...new Set([...addLabels, ...removeLabels])];
  if (named.length > 0 && !(await hasLabels(database.prisma, tenantId, named))) throw new AppError('unknown_label');
  return { ...change, snooze: readSnooze(snooze, now()), teamId: team };
}
