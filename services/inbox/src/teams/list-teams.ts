import { verb } from '@parley/bus/verb';
import { tenantIdOf } from '@parley/common/call-context';
import { listTeams as contract } from '@parley/common/contracts/console/teams';
import type { InboxService } from '../service.ts';
import { toTeamAnswer } from './team.rules.ts';
import { findTeams } from './team.store.ts';

export const listTeams = verb(contract, async ({ database }: InboxService, _input, context) => {
  const teams = await findTeams(database.prisma, tenantIdOf(context));
  return { items: teams.map(toTeamAnswer), nextCursor: null };
});
