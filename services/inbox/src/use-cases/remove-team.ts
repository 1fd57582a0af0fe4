import { tellInboxChanged } from '@parley/bus/tell-inbox-changed';
import { type CallContext, tenantIdOf } from '@parley/common/call-context';
import type { deleteTeam as contract } from '@parley/common/contracts/console/teams';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import type { InboxService } from '../service.ts';
import { deleteTeam } from '../storage/team-store.ts';

/** Deletes a team; its conversations keep their assignees. Errors: unknown_team. */
export async function removeTeam(
  { database, bus }: InboxService,
  { id }: InputOf<typeof contract>,
  context: CallContext,
): Promise<OutputOf<typeof contract>> {
  const tenantId = tenantIdOf(context);
  if (!(await deleteTeam(database.prisma, tenantId, id))) throw new AppError('unknown_team');
  tellInboxChanged(bus, [tenantId]);
  return { ok: true };
}
