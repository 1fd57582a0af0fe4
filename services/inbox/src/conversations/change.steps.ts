import type { ConversationChange } from '@parley/common/contracts/operator/conversations';
import { AppError } from '@parley/common/errors';
import type { Sql } from '@parley/database/sql';
import { hasLabels } from '../labels/label.store.ts';
import { askSatisfaction } from '../replies/reply.store.ts';
import type { InboxService } from '../service.ts';
import { lockTeam } from '../teams/team.store.ts';
import { isMember, lockForChange, writeChanges } from './change.store.ts';
import {
  type ChangedBy,
  type ChangeWrites,
  type CheckedChange,
  changeConversations,
  type HeldConversation,
} from './change-conversation.rules.ts';
import { readSnooze } from './snooze.rules.ts';

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

/**
 * Changes those of these conversations that are still wanted once they are locked, in the caller's transaction. Returns
 * them as they were, what was written, and the keys to wake. Errors: unknown_team.
 */
export async function changeLocked(
  sql: Sql,
  now: () => Date,
  {
    tenantId,
    ids,
    change: checked,
    by,
    isWanted = () => true,
  }: {
    tenantId: number;
    ids: readonly number[];
    change: ChangeOfTeam;
    by: ChangedBy;
    isWanted?: (held: HeldConversation) => boolean;
  },
): Promise<{ held: HeldConversation[]; writes: ChangeWrites; instanceIds: string[] }> {
  const change = await holdTeam(sql, tenantId, checked);
  const held = (await lockForChange(sql, tenantId, ids)).filter(isWanted);
  const author = { by, now: now() };
  const writes = changeConversations(held, change, author);
  const instanceIds = await writeChanges(sql, tenantId, writes);
  await askAboutResolved(sql, writes, { tenantId, ...author });
  return { held, writes, instanceIds };
}

/** Locks the team of a change, so that its turns are taken one after another. Errors: unknown_team. */
async function holdTeam(sql: Sql, tenantId: number, { teamId, ...change }: ChangeOfTeam): Promise<CheckedChange> {
  if (teamId === undefined || teamId === null) return { ...change, team: teamId };
  const team = await lockTeam(sql, tenantId, teamId);
  if (!team) throw new AppError('unknown_team');
  return { ...change, team };
}

/** A conversation that was resolved by mistake can be opened again before its customer is asked. */
const ASKED_AFTER_MS = 10_000;

/** Notes the satisfaction question for conversations that the change of a member resolves, in its transaction. */
async function askAboutResolved(
  sql: Sql,
  { conversations }: ChangeWrites,
  { tenantId, by, now }: { tenantId: number; by: ChangedBy; now: Date },
): Promise<void> {
  const ids = conversations.flatMap(({ id, status, closes }) => (closes && status === 'resolved' ? id : []));
  if (ids.length === 0 || by.type !== 'member') return;
  const dueAt = new Date(now.getTime() + ASKED_AFTER_MS);
  await askSatisfaction(sql, { tenantId, ids, now, dueAt });
}
