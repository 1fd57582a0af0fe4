import { tellInboxChanged } from '@parley/bus/tell-inbox-changed';
import { type CallContext, tenantIdOf } from '@parley/common/call-context';
import type { updateTeam as contract } from '@parley/common/contracts/console/teams';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { checkName, toTeamAnswer } from '../domain/team.ts';
import type { InboxService } from '../service.ts';
import { lockTeams, saveTeam } from '../storage/team-store.ts';

/** Errors: unknown_team, team_exists, unknown_member. */
export async function updateTeam(
  { database, bus }: InboxService,
  { id, name, byTurns, members }: InputOf<typeof contract>,
  context: CallContext,
): Promise<OutputOf<typeof contract>> {
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
}
