import { type CallContext, tenantIdOf } from '@parley/common/call-context';
import type { createTeam as contract } from '@parley/common/contracts/console/teams';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { makeId } from '@parley/common/ids';
import { TEAMS_MAX } from '@parley/common/team-limits';
import { checkName, toTeamAnswer } from '../domain/team.ts';
import type { InboxService } from '../service.ts';
import { insertTeam, lockTeams } from '../storage/team-store.ts';

/** Errors: team_exists, too_many_teams, unknown_member. */
export async function createTeam(
  { database, now }: InboxService,
  { name, ...given }: InputOf<typeof contract>,
  context: CallContext,
): Promise<OutputOf<typeof contract>> {
  const tenantId = tenantIdOf(context);
  return database.prismaTransaction(async (transaction) => {
    const teams = await lockTeams(transaction, tenantId);
    checkName(teams, name, null);
    if (teams.length >= TEAMS_MAX) throw new AppError('too_many_teams');
    const createdAt = now();
    const team = { teamId: makeId('tea', createdAt.getTime()), name: name.trim(), ...given };
    if (!(await insertTeam(transaction.prisma, tenantId, { ...team, createdAt }))) throw new AppError('unknown_member');
    return toTeamAnswer(team);
  });
}
