import { tellInboxChanged } from '@parley/bus/tell-inbox-changed';
import { verb } from '@parley/bus/verb';
import { tenantIdOf } from '@parley/common/call-context';
import { deleteTeam as contract } from '@parley/common/contracts/console/teams';
import { AppError } from '@parley/common/errors';
import type { InboxService } from '../service.ts';
import { deleteTeam } from './team.store.ts';

/** Deletes a team; its conversations keep their assignees. Errors: unknown_team. */
export const removeTeam = verb(contract, async ({ database, bus }: InboxService, { id }, context) => {
  const tenantId = tenantIdOf(context);
  if (!(await deleteTeam(database.prisma, tenantId, id))) throw new AppError('unknown_team');
  tellInboxChanged(bus, [tenantId]);
  return { ok: true };
});
