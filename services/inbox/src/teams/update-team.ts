import { tellInboxChanged } from '@parley/bus/tell-inbox-changed';
import { verb } from '@parley/bus/verb';
import { tenantIdOf } from '@parley/common/call-context';
import { updateTeam as contract } from '@parley/common/contracts/console/teams';
import { AppError } from '@parley/common/errors';
import type { InboxService } from '../service.ts';
import { checkName, toTeamAnswer } from './team.rules.ts';
import { lockTeams, saveTeam } from './team.store.ts';

/** Errors: unknown_team, team_exists, unknown_member. */
export const updateTeam = verb(
  contract,
  async ({ database, bus }: InboxService, { id, name, byTurns, members }, context) => {
    const tenantId = tenantIdOf(context);
    const team = await database.prismaTransaction(async (transaction) => {
      const teams = await lockTeams(transaction, tenantId);
      const held = teams.find(({ teamId }) => teamId === id);
      if (!held) throw new AppError('unknown_team');
      if (name !== undefined) checkName(teams, name, id);
      const team = {
        teamId: id,
        name: name?.trim() ?? held.name,
        byTurns: byTurns ?? held.byTurns,
        members: members ?? held.members,
      };
      if (!(await saveTeam(transaction.prisma, tenantId, team))) throw new AppError('unknown_member');
      return team;
    });
    tellInboxChanged(bus, [tenantId]);
    return toTeamAnswer(team);
  },
);
