import { verb } from '@parley/bus/verb';
import { tenantIdOf } from '@parley/common/call-context';
import { createTeam as contract } from '@parley/common/contracts/console/teams';
import { AppError } from '@parley/common/errors';
import { makeId } from '@parley/common/ids';
import { TEAMS_MAX } from '@parley/common/workspace/team-limits';
import type { InboxService } from '../service.ts';
import { checkName, toTeamAnswer } from './team.rules.ts';
import { insertTeam, lockTeams } from './team.store.ts';

/** Errors: team_exists, too_many_teams, unknown_member. */
export const createTeam = verb(contract, async ({ database, now }: InboxService, { name, ...given }, context) => {
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
});
