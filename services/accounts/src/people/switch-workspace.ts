import { verb } from '@parley/bus/verb';
import { switchWorkspace as contract } from '@parley/common/contracts/console/my-account';
import { AppError } from '@parley/common/errors';
import type { AccountsService } from '../service.ts';
import { findPersonOfSession, moveToWorkspace } from './me.steps.ts';
import { findMembership } from './person.store.ts';

/** Errors: unknown_tenant, permission_denied. */
export const switchWorkspace = verb(contract, async (service: AccountsService, { slug }, context) => {
  const { personId } = await findPersonOfSession(service, context);
  const member = await findMembership(service.database.prisma, personId, slug);
  if (!member) throw new AppError('unknown_tenant');
  return moveToWorkspace(service, 'switch-workspace', member, context);
});
