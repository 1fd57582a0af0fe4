import { AppError } from '@parley/common/errors';
import type { Sql } from '@parley/database/sql';
import type { CheckedChange } from '../domain/change-conversation.ts';
import { lockTeam } from '../storage/team-store.ts';
import type { ChangeOfTeam } from './check-change.ts';

/** Locks the team of a change, so that its turns go on one after another. Errors: unknown_team. */
export async function holdTeam(
  sql: Sql,
  tenantId: number,
  { teamId, ...change }: ChangeOfTeam,
): Promise<CheckedChange> {
  if (teamId === undefined || teamId === null) return { ...change, team: teamId };
  const team = await lockTeam(sql, tenantId, teamId);
  if (!team) throw new AppError('unknown_team');
  return { ...change, team };
}
