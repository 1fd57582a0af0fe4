import { verb } from '@parley/bus/verb';
import { tenantIdOf } from '@parley/common/call-context';
import { revokeInvitation as contract } from '@parley/common/contracts/console/members';
import { AppError } from '@parley/common/errors';
import type { AccountsService } from '../service.ts';
import { deleteInvitation } from '../sign-in/link.store.ts';

/** Errors: unknown_invitation. */
export const revokeInvitation = verb(contract, async ({ database, now }: AccountsService, { id }, context) => {
  const isDeleted = await deleteInvitation(database.prisma, tenantIdOf(context), id, now());
  if (!isDeleted) throw new AppError('unknown_invitation');
  return { ok: true };
});
