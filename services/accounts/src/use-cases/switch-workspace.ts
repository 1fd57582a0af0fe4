import type { CallContext } from '@parley/common/call-context';
import type { switchWorkspace as contract } from '@parley/common/contracts/console/my-account';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import type { AccountsService } from '../service.ts';
import { findMembership } from '../storage/person-store.ts';
import { findPersonOfSession } from './find-person-of-session.ts';
import { moveToWorkspace } from './move-to-workspace.ts';

/** Errors: unknown_tenant, permission_denied. */
export async function switchWorkspace(
  service: AccountsService,
  { slug }: InputOf<typeof contract>,
  context: CallContext,
): Promise<OutputOf<typeof contract>> {
  const { personId } = await findPersonOfSession(service, context);
  const member = await findMembership(service.database.prisma, personId, slug);
  if (!member) throw new AppError('unknown_tenant');
  return moveToWorkspace(service, 'switch-workspace', member, context);
}
