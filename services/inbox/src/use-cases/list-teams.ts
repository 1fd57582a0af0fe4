import { type CallContext, tenantIdOf } from '@parley/common/call-context';
import type { listTeams as contract } from '@parley/common/contracts/console/teams';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { toTeamAnswer } from '../domain/team.ts';
import type { InboxService } from '../service.ts';
import { findTeams } from '../storage/team-store.ts';

export async function listTeams(
  { database }: InboxService,
  _input: InputOf<typeof contract>,
  context: CallContext,
): Promise<OutputOf<typeof contract>> {
  const teams = await findTeams(database.prisma, tenantIdOf(context));
  return { items: teams.map(toTeamAnswer), nextCursor: null };
}
